#include "core/report/milliseconds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace tilewright::report {
namespace {

int decimals_of(double time_ms) { return decimals_for(std::array{time_ms}); }

TEST(Milliseconds, ShowFourDigitsAtLeast) {
  EXPECT_EQ(decimals_of(3.709), 3);
  EXPECT_EQ(decimals_of(1234.5), 3);
  EXPECT_EQ(decimals_of(0.442), 4);
  EXPECT_EQ(decimals_of(0.0189), 5);
  EXPECT_EQ(decimals_of(1e-30), 9);
  EXPECT_EQ(decimals_of(0), 3);
  EXPECT_EQ(decimals_of(std::numeric_limits<double>::infinity()), 3);
  EXPECT_EQ(decimals_for(std::array{3.7, 0.0189}), 5);
}

TEST(Milliseconds, StayReadableWhenHuge) {
  EXPECT_EQ(ms_text(3.70940929, 3), "3.709");
  EXPECT_EQ(ms_text(0.0189, 5), "0.01890");
  EXPECT_EQ(ms_text(1234567890, 3), "1.235e+09");
}

}  // namespace
}  // namespace tilewright::report
