#include "kernels/check_close.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/half.hpp"

namespace tilewright::kernels {
namespace {

using gemm::Dtype;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_close(double actual, double value, double magnitude, Dtype dtype = Dtype::fp16, std::int64_t k = 16) {
  return error_ratio(actual, {value, magnitude}, dtype, tolerance(dtype, k)) <= 1;
}

TEST(ErrorRatio, RoundingToTheTypeIsAllowedAndTwiceThatIsNot) {
  EXPECT_TRUE(is_close(1 + 0x1p-11, 1, 1));
  EXPECT_FALSE(is_close(1 + 0x1p-10, 1, 1));
  EXPECT_TRUE(is_close(1 + 0x1p-8, 1, 1, Dtype::bf16));
  EXPECT_FALSE(is_close(1 + 0x1p-7, 1, 1, Dtype::bf16));
}

TEST(ErrorRatio, NanIsNeverRight) {
  EXPECT_FALSE(is_close(kNan, 1, 1));
  EXPECT_FALSE(is_close(kNan, kNan, kNan));
  EXPECT_FALSE(is_close(1, kNan, kNan));
  EXPECT_FALSE(is_close(kNan, kInfinity, kInfinity));
  EXPECT_FALSE(is_close(kNan, 1, kInfinity));
}

TEST(ErrorRatio, InfinityIsRightOnlyWhereItBelongs) {
  EXPECT_TRUE(is_close(kInfinity, kInfinity, kInfinity));
  EXPECT_FALSE(is_close(-kInfinity, kInfinity, kInfinity));
  EXPECT_FALSE(is_close(65504, kInfinity, kInfinity));
  EXPECT_FALSE(is_close(kInfinity, 1, 1));
  // Sums that round to an infinity in fp16, or may.
  EXPECT_TRUE(is_close(kInfinity, 70000, 70000));
  EXPECT_FALSE(is_close(65504, 70000, 70000));
  EXPECT_TRUE(is_close(kInfinity, 65519, 65519));
  EXPECT_TRUE(is_close(65504, 65519, 65519));
  EXPECT_FALSE(is_close(kInfinity, 60000, 60000));
  EXPECT_FALSE(is_close(-kInfinity, 70000, 70000));
  EXPECT_FALSE(is_close(kInfinity, 70000, 70000, Dtype::bf16));
}

TEST(ErrorRatio, SubnormalsAreRoundedNotFlushed) {
  EXPECT_TRUE(is_close(0x1p-24, 0x1.4p-24, 0x1.4p-24));
  EXPECT_TRUE(is_close(0x1p-24, 0x1p-25, 0x1p-25));
  EXPECT_TRUE(is_close(0, 0x1p-25, 0x1p-25));
  EXPECT_FALSE(is_close(0, 0x1p-15, 0x1p-15));
  EXPECT_FALSE(is_close(0, 0x1.8p-24, 0x1.8p-24));
  EXPECT_TRUE(is_close(0, 0x1p-130, 0x1p-130, Dtype::bf16));
  EXPECT_FALSE(is_close(0, 0x1p-120, 0x1p-120, Dtype::bf16));
}

TEST(ErrorRatio, ZeroIsMetBySmallErrorsOfLargeTerms) {
  EXPECT_TRUE(is_close(0.001, 0, 4095, Dtype::fp16, 4095));
  EXPECT_FALSE(is_close(0.5, 0, 4095, Dtype::fp16, 4095));
  EXPECT_FALSE(is_close(0.001, 0, 1, Dtype::fp16, 4095));
}

/// C = A * B of one row and column, K = 4095: what a kernel that treats the end of K wrongly would give.
class OddK : public ::testing::Test {
 protected:
  static constexpr std::int64_t kK = 4095;

  void SetUp() override {
    for (std::int64_t i = 0; i < kK; ++i) {
      const double sign = i % 2 == 0 ? 1 : -1;
      a_.push_back(narrow(Dtype::fp16, sign * (1 + static_cast<double>(i % 13) / 16)));
      b_.push_back(narrow(Dtype::fp16, 1 + static_cast<double>(i % 5) / 8));
    }
    expected_ = expected_element(packed_operands({1, 1, kK}), {a_, b_, {}}, 0, 0);
  }

  [[nodiscard]] bool accepts(double actual) const {
    const std::vector<std::uint16_t> c{narrow(Dtype::fp16, actual)};
    return !check_close(packed_operands({1, 1, kK}), c, {&expected_, 1}).has_value();
  }

  [[nodiscard]] double product(std::int64_t i) const {
    const auto at = static_cast<std::size_t>(i);
    return widen(Dtype::fp16, a_[at]) * widen(Dtype::fp16, b_[at]);
  }

  std::vector<std::uint16_t> a_;
  std::vector<std::uint16_t> b_;
  Expected expected_;
};

TEST_F(OddK, TheRightSumInFp32Passes) {
  float sum = 0;
  for (std::int64_t i = 0; i < kK; ++i) sum += static_cast<float>(product(i));
  EXPECT_TRUE(accepts(sum));
}

TEST_F(OddK, OneProductMissingOrTwiceFails) {
  ASSERT_LT(std::abs(expected_.value), 1000);  // else fp16 itself is too coarse to show it
  EXPECT_FALSE(accepts(expected_.value - product(kK - 1)));
  EXPECT_FALSE(accepts(expected_.value + product(kK - 1)));
}

TEST(CheckClose, NamesTheWorstElementAndCountsTheWrong) {
  const GemmOperands o = [] {
    GemmOperands packed = packed_operands({2, 3, 1});
    packed.ldc = 4;
    return packed;
  }();
  const std::vector<Expected> expected(6, {1, 1});
  const auto one = narrow(Dtype::fp16, 1);
  const std::uint16_t poison = 0x7e00;  // NaN between the rows is not looked at
  std::vector<std::uint16_t> c{one, one, one, poison, one, one, one};
  EXPECT_EQ(check_close(o, c, expected), std::nullopt);
  c[1] = narrow(Dtype::fp16, 1.5);
  c[6] = narrow(Dtype::fp16, 3);
  const std::optional<Mismatch> mismatch = check_close(o, c, expected);
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->row, 1);
  EXPECT_EQ(mismatch->column, 2);
  EXPECT_EQ(mismatch->wrong, 2);
  const std::string text = to_text(*mismatch);
  EXPECT_EQ(text.substr(0, text.find(" (")), "2 of 6 elements are wrong, worst C[1][2]: 3 for 1");
}

TEST(CheckClose, OutputThatWasNeverWrittenFails) {
  const std::vector<Expected> expected{{1, 1}, {kNan, kNan}};
  const std::vector<std::uint16_t> poison{0x7fff, 0x7fff};
  const std::optional<Mismatch> mismatch = check_close(packed_operands({1, 2, 1}), poison, expected);
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->wrong, 2);
  EXPECT_EQ(mismatch->column, 0);
}

TEST(Tolerance, GrowsWithKAndWithTheTypesCoarseness) {
  EXPECT_LT(tolerance(Dtype::fp16, 64).of_magnitude, tolerance(Dtype::fp16, 65).of_magnitude);
  EXPECT_LT(tolerance(Dtype::fp16, 64).relative, tolerance(Dtype::bf16, 64).relative);
  EXPECT_NEAR(tolerance(Dtype::fp16, 4095).of_magnitude * 4095, 0.094, 0.001);
}

}  // namespace
}  // namespace tilewright::kernels
