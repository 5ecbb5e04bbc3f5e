#include "core/stats/quantile.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/core/stats/values_gen.hpp"

namespace tilewright::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Values = std::vector<double>;

TEST(Quantile, InterpolatesBetweenNeighbours) {
  EXPECT_EQ(quantile(Values{4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_EQ(quantile(Values{4, 1, 3, 2}, 0.4), 2.2);
  EXPECT_EQ(quantile(Values{1, 2}, 0.2), 0x1.3333333333334p+0);  // the formula's rounding: CPython gives the same bits
  EXPECT_EQ(quantile(Values{3, 1, 2}, 0.25), 1.5);
}

TEST(Quantile, OfOneValueIsThatValue) {
  for (const double q : {0.0, 0.2, 1.0}) EXPECT_EQ(quantile(Values{0.1}, q), 0.1);
}

TEST(Quantile, HitsTheValuesWherePositionIsWhole) {
  const Values values = {5, 9, 1, 7, 3};
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 0.25), 3);
  EXPECT_EQ(quantile(values, 0.5), 5);
  EXPECT_EQ(quantile(values, 1), 9);
}

TEST(Quantile, StaysBetweenEqualValuesThatRoundingWouldLeave) {
  // 0.1 * (1 - f) + 0.1 * f is 0.10000000000000002 or 0.09999999999999999 for some f.
  for (int n = 0; n <= 1000; ++n) EXPECT_EQ(quantile(Values{0.1, 0.1}, n / 1000.0), 0.1);
}

TEST(Quantile, TakesInfinities) {
  EXPECT_EQ(quantile(Values{1, 2, kInfinity}, 0.5), 2);
  EXPECT_EQ(quantile(Values{1, 2, kInfinity}, 0.75), kInfinity);
  EXPECT_EQ(quantile(Values{-kInfinity, 2, 3}, 0), -kInfinity);
}

TEST(Quantile, DoesNotOverflow) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(quantile(Values{most, most}, 0.3), most);
  EXPECT_EQ(quantile(Values{-most, most}, 0.5), 0);
}

RC_GTEST_PROP(Quantile, SortsAsTheStandardLibraryDoes, ()) {
  Values values = *any_values();
  const Values ours = sorted(values);
  std::sort(values.begin(), values.end());
  RC_ASSERT(ours == values);
}

RC_GTEST_PROP(Quantile, LiesWithinTheValuesItInterpolates, ()) {
  const Values ascending = sorted(*any_values());
  const double q = *any_fraction();
  const double position = q * static_cast<double>(ascending.size() - 1);
  const double result = quantile_of_sorted(ascending, q);
  RC_ASSERT(result >= ascending[static_cast<std::size_t>(std::floor(position))]);
  RC_ASSERT(result <= ascending[static_cast<std::size_t>(std::ceil(position))]);
}

double largest(const Values& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

RC_GTEST_PROP(Quantile, EqualsNaiveDefinition, ()) {
  Values values = *any_values();
  const double q = *any_fraction();
  const double result = quantile(values, q);
  std::sort(values.begin(), values.end());
  const double position = q * static_cast<double>(values.size() - 1);
  const double low = values[static_cast<std::size_t>(std::floor(position))];
  const double high = values[static_cast<std::size_t>(std::ceil(position))];
  const double naive = low + (high - low) * (position - std::floor(position));
  RC_ASSERT(std::abs(result - naive) <= 1e-15 * largest(values));
}

RC_GTEST_PROP(Quantile, RisesWithQ, ()) {
  const Values ascending = sorted(*any_values());
  const double a = *any_fraction();
  const double b = *any_fraction();
  const double low = quantile_of_sorted(ascending, std::min(a, b));
  const double high = quantile_of_sorted(ascending, std::max(a, b));
  const auto gap_of = [&](double q) { return std::floor(q * static_cast<double>(ascending.size() - 1)); };
  // Between two neighbouring values to rounding, from one pair to another to the bit.
  const double slack = gap_of(a) == gap_of(b) ? 1e-15 * largest(ascending) : 0;
  RC_ASSERT(low <= high + slack);
}

RC_GTEST_PROP(Quantile, IgnoresOrder, (std::uint32_t seed)) {
  Values values = *any_values();
  const double q = *any_fraction();
  const double before = quantile(values, q);
  std::shuffle(values.begin(), values.end(), std::mt19937(seed));
  RC_ASSERT(quantile(values, q) == before);
}

RC_GTEST_PROP(Quantile, ScalesExactlyByPowersOfTwo, ()) {
  Values values = *any_values();
  const double q = *any_fraction();
  const double factor = std::ldexp(1.0, *rc::gen::inRange(-20, 21));
  const double before = quantile(values, q);
  for (double& value : values) value *= factor;
  RC_ASSERT(quantile(values, q) == before * factor);
}

RC_GTEST_PROP(Quantile, ScalesToRoundingByOtherFactors, ()) {
  Values values = *any_values();
  const double q = *any_fraction();
  const double factor = *rc::gen::element(0.1, 1e-3, 3.0, 1000.0 / 7);
  const double expected = quantile(values, q) * factor;
  for (double& value : values) value *= factor;
  RC_ASSERT(std::abs(quantile(values, q) - expected) <= 2e-15 * largest(values));
}

}  // namespace
}  // namespace tilewright::stats
