#include "kernels/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tilewright::kernels {
namespace {

using gemm::Dtype;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Half, EveryPatternSurvivesTheRoundTrip) {
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16})
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
      const double value = widen(dtype, static_cast<std::uint16_t>(bits));
      if (std::isnan(value))
        ASSERT_TRUE(std::isnan(widen(dtype, narrow(dtype, value))));
      else
        ASSERT_EQ(narrow(dtype, value), bits) << bits;
    }
}

TEST(Half, EveryMidpointGoesToTheEvenNeighbour) {
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16})
    for (std::uint32_t bits = 0; std::isfinite(widen(dtype, static_cast<std::uint16_t>(bits + 1))); ++bits) {
      const double low = widen(dtype, static_cast<std::uint16_t>(bits));
      const double high = widen(dtype, static_cast<std::uint16_t>(bits + 1));
      const double middle = (low + high) / 2;  // exact
      ASSERT_EQ(narrow(dtype, middle), bits + bits % 2) << bits;
      ASSERT_EQ(narrow(dtype, -middle), 0x8000U + bits + bits % 2) << bits;
      ASSERT_EQ(narrow(dtype, std::nextafter(middle, 0.0)), bits) << bits;
      ASSERT_EQ(narrow(dtype, std::nextafter(middle, kInfinity)), bits + 1) << bits;
    }
}

TEST(Half, KnownValues) {
  EXPECT_EQ(narrow(Dtype::fp16, 1.0), 0x3c00);
  EXPECT_EQ(narrow(Dtype::fp16, -2.0), 0xc000);
  EXPECT_EQ(narrow(Dtype::fp16, 65504.0), 0x7bff);
  EXPECT_EQ(narrow(Dtype::fp16, 65519.99), 0x7bff);
  EXPECT_EQ(narrow(Dtype::fp16, 65520.0), 0x7c00);
  EXPECT_EQ(narrow(Dtype::fp16, 0x1p-24), 0x0001);
  EXPECT_EQ(narrow(Dtype::fp16, 0x1p-25), 0x0000);
  EXPECT_EQ(narrow(Dtype::fp16, -0.0), 0x8000);
  EXPECT_EQ(narrow(Dtype::bf16, 1.0), 0x3f80);
  EXPECT_EQ(narrow(Dtype::bf16, 0x1p-133), 0x0001);
  EXPECT_EQ(narrow(Dtype::bf16, 1e300), 0x7f80);
  EXPECT_EQ(narrow(Dtype::bf16, 1e-300), 0x0000);
  EXPECT_EQ(widen(Dtype::bf16, 0xff80), -kInfinity);
}

TEST(Half, OverflowThresholdIsTheLeastThatBecomesAnInfinity) {
  EXPECT_EQ(overflow_threshold(Dtype::fp16), 65520.0);
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16}) {
    const double threshold = overflow_threshold(dtype);
    EXPECT_EQ(widen(dtype, narrow(dtype, threshold)), kInfinity);
    EXPECT_TRUE(std::isfinite(widen(dtype, narrow(dtype, std::nextafter(threshold, 0.0)))));
  }
}

TEST(Half, UnitRoundoffIsHalfTheStepAtOne) {
  EXPECT_EQ(unit_roundoff(Dtype::fp16), 0x1p-11);
  EXPECT_EQ(unit_roundoff(Dtype::bf16), 0x1p-8);
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16})
    EXPECT_EQ(widen(dtype, static_cast<std::uint16_t>(narrow(dtype, 1.0) + 1)), 1 + 2 * unit_roundoff(dtype));
}

}  // namespace
}  // namespace tilewright::kernels
