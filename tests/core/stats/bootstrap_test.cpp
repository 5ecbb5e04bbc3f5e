#include "core/stats/bootstrap.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/stats/quantile.hpp"

namespace tilewright::stats {
namespace {

using Values = std::vector<double>;

const Values kA = {3.76, 3.69, 3.88, 3.71, 3.8, 3.75, 3.9};
const Values kB = {3.5, 3.9, 3.6, 3.7, 3.55, 3.65};

void expect_interval(const Interval& interval, double low, double high) {
  EXPECT_EQ(interval.low, low);
  EXPECT_EQ(interval.high, high);
}

// Bits of a second implementation, in Python, that sorts every resample.
TEST(Bootstrap, GivesTheSameBitsEverywhere) {
  expect_interval(bootstrap_median(kA, {}), 0x1.dae147ae147aep+1, 0x1.f0a3d70a3d70ap+1);
  expect_interval(bootstrap_median_difference(kA, kB, {}), -0x1.47ae147ae1480p-5, 0x1.1eb851eb851f0p-2);
  expect_interval(bootstrap_median_difference(kA, kB, {.confidence = 0.5, .resamples = 101, .seed = ~0ULL}),
                  0x1.5c28f5c28f5c0p-4, 0x1.6666666666660p-3);
}

TEST(Bootstrap, DoesNotDependOnEarlierCalls) {
  const Interval first = bootstrap_median_difference(kA, kB, {});
  (void)bootstrap_median(kB, {.seed = 5});
  const Interval again = bootstrap_median_difference(kA, kB, {});
  expect_interval(again, first.low, first.high);
}

TEST(Bootstrap, SeedsDiffer) {
  const BootstrapOptions few{.confidence = 0.9, .resamples = 3};
  const BootstrapOptions other{.confidence = 0.9, .resamples = 3, .seed = 1};
  EXPECT_NE(bootstrap_median_difference(kA, kB, few).low, bootstrap_median_difference(kA, kB, other).low);
}

TEST(Bootstrap, OfOneValueIsThatValue) {
  expect_interval(bootstrap_median(Values{0.1}, {}), 0.1, 0.1);
  expect_interval(bootstrap_median_difference(Values{5}, Values{3}, {}), 2, 2);
}

TEST(Interval, ContainsAndOverlapsWithItsBounds) {
  const Interval interval{1, 2};
  EXPECT_TRUE(interval.contains(1) && interval.contains(2));
  EXPECT_FALSE(interval.contains(0.999) || interval.contains(2.001));
  EXPECT_TRUE(interval.overlaps({2, 3}) && interval.overlaps({0, 1}) && interval.overlaps({0, 9}));
  EXPECT_FALSE(interval.overlaps({2.001, 3}) || interval.overlaps({0, 0.999}));
}

/// How many of 400 intervals, of 25 values each from one distribution, contain its true median.
int count_covering(double confidence) {
  std::mt19937_64 random(1);
  int covering = 0;
  for (std::uint64_t trial = 0; trial < 400; ++trial) {
    Values values(25);
    for (double& value : values) value = std::log(static_cast<double>(random() >> 11) + 1);
    const double true_median = std::log(0x1p52);
    covering +=
        bootstrap_median(values, {.confidence = confidence, .resamples = 500, .seed = trial}).contains(true_median);
  }
  return covering;
}

TEST(Bootstrap, CoversTheTrueMedianAboutAsOftenAsItSays) {
  EXPECT_NEAR(count_covering(0.95), 380, 16);  // 4 standard deviations are 17
  EXPECT_NEAR(count_covering(0.5), 200, 40);
}

rc::Gen<Values> few_values() {
  return rc::gen::nonEmpty(
      rc::gen::container<Values>(rc::gen::map(rc::gen::inRange(-50, 50), [](int n) { return n * 1.0; })));
}

rc::Gen<BootstrapOptions> any_options() {
  return rc::gen::build<BootstrapOptions>(
      rc::gen::set(&BootstrapOptions::confidence, rc::gen::element(0.01, 0.5, 0.95, 0.999)),
      rc::gen::set(&BootstrapOptions::resamples, rc::gen::inRange(1, 60)), rc::gen::set(&BootstrapOptions::seed));
}

RC_GTEST_PROP(Bootstrap, LiesWithinTheValues, ()) {
  const Values values = sorted(*few_values());
  const Interval interval = bootstrap_median(values, *any_options());
  RC_ASSERT(values.front() <= interval.low);
  RC_ASSERT(interval.low <= interval.high);
  RC_ASSERT(interval.high <= values.back());
}

RC_GTEST_PROP(Bootstrap, DifferenceLiesWithinTheDifferences, ()) {
  const Values a = sorted(*few_values());
  const Values b = sorted(*few_values());
  const Interval interval = bootstrap_median_difference(a, b, *any_options());
  RC_ASSERT(a.front() - b.back() <= interval.low);
  RC_ASSERT(interval.low <= interval.high);
  RC_ASSERT(interval.high <= a.back() - b.front());
}

RC_GTEST_PROP(Bootstrap, IgnoresOrderOfValues, (std::uint32_t seed)) {
  Values values = *few_values();
  const BootstrapOptions options = *any_options();
  const Interval before = bootstrap_median(values, options);
  std::shuffle(values.begin(), values.end(), std::mt19937(seed));
  const Interval after = bootstrap_median(values, options);
  RC_ASSERT(after.low == before.low);
  RC_ASSERT(after.high == before.high);
}

RC_GTEST_PROP(Bootstrap, ScalesExactlyByPowersOfTwo, ()) {
  Values values = *few_values();
  const BootstrapOptions options = *any_options();
  const Interval before = bootstrap_median(values, options);
  for (double& value : values) value *= 0.125;
  const Interval after = bootstrap_median(values, options);
  RC_ASSERT(after.low == 0.125 * before.low);
  RC_ASSERT(after.high == 0.125 * before.high);
}

RC_GTEST_PROP(Bootstrap, GrowsWithConfidence, ()) {
  const Values values = *few_values();
  BootstrapOptions options = *any_options();
  options.confidence = 0.5;
  const Interval narrow = bootstrap_median(values, options);
  options.confidence = 0.9;
  const Interval wide = bootstrap_median(values, options);
  RC_ASSERT(wide.low <= narrow.low + 1e-13);  // to the rounding of quantiles of numbers up to 50
  RC_ASSERT(wide.high >= narrow.high - 1e-13);
}

}  // namespace
}  // namespace tilewright::stats
