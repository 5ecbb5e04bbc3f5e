#include "core/stats/summary.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/stats/quantile.hpp"
#include "tests/core/stats/values_gen.hpp"

namespace tilewright::stats {
namespace {

using Values = std::vector<double>;

TEST(Summary, OfElevenValues) {
  const Summary summary = summarize(Values{10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
  EXPECT_EQ(summary.min, 0);
  EXPECT_EQ(summary.p20, 2);
  EXPECT_EQ(summary.median, 5);
  EXPECT_EQ(summary.mean, 5);
  EXPECT_EQ(summary.p80, 8);
  EXPECT_EQ(summary.max, 10);
  EXPECT_EQ(summary.iqr, 5);
}

TEST(Summary, OfOneValue) {
  const Summary summary = summarize(Values{3.5});
  EXPECT_EQ(summary.min, 3.5);
  EXPECT_EQ(summary.median, 3.5);
  EXPECT_EQ(summary.mean, 3.5);
  EXPECT_EQ(summary.max, 3.5);
  EXPECT_EQ(summary.iqr, 0);
}

TEST(Mean, StaysWithinEqualValues) {
  EXPECT_EQ(mean(Values{0.1, 0.1, 0.1}), 0.1);  // their sum is 0.30000000000000004
}

TEST(TrimmedMean, DropsWholeValuesAtEachEnd) {
  const Values values = {100, 1, 2, 3, -50};
  EXPECT_EQ(trimmed_mean(values, 0), mean(values));
  EXPECT_EQ(trimmed_mean(values, 0.19), mean(values));
  EXPECT_EQ(trimmed_mean(values, 0.2), 2);
  EXPECT_EQ(trimmed_mean(values, 0.4), 2);
}

TEST(TrimmedMean, CountsAsPeopleDo) {
  Values values(100, 0);
  for (std::size_t i = 0; i < 29; ++i) values[i] = 1000;
  EXPECT_EQ(trimmed_mean(values, 0.29), 0);  // 0.29 * 100 is 28.999999999999996
}

TEST(TrimmedMean, AlwaysLeavesOneValue) {
  EXPECT_EQ(trimmed_mean(Values{7}, 0.4999999999), 7);
  EXPECT_EQ(trimmed_mean(Values{6, 8}, 0.4999999999), 7);
}

TEST(FirstSampleIsOutlier, NeedsMoreThanThreeRangesAboveAllOthers) {
  // The others: 1 to 5, quartiles 2 and 4, so the limit is 5 + 3 * 2.
  EXPECT_FALSE(first_sample_is_outlier(Values{11, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(first_sample_is_outlier(Values{11.1, 1, 2, 3, 4, 5}));
}

TEST(FirstSampleIsOutlier, LooksAtTheFirstOnly) { EXPECT_FALSE(first_sample_is_outlier(Values{1, 1, 99, 1, 1, 1})); }

TEST(FirstSampleIsOutlier, NeedsFiveSamples) {
  EXPECT_FALSE(first_sample_is_outlier(Values{}));
  EXPECT_FALSE(first_sample_is_outlier(Values{99, 1, 1, 1}));
  EXPECT_TRUE(first_sample_is_outlier(Values{99, 1, 1, 1, 1}));
}

TEST(FirstSampleIsOutlier, NotWhenAllAreEqual) { EXPECT_FALSE(first_sample_is_outlier(Values{1, 1, 1, 1, 1})); }

RC_GTEST_PROP(Summary, AgreesWithNaiveDefinitions, ()) {
  const Values values = *any_values();
  const Summary summary = summarize(values);
  RC_ASSERT(summary.min == *std::min_element(values.begin(), values.end()));
  RC_ASSERT(summary.max == *std::max_element(values.begin(), values.end()));
  RC_ASSERT(summary.p20 == quantile(values, 0.2));
  RC_ASSERT(summary.median == quantile(values, 0.5));
  RC_ASSERT(summary.p80 == quantile(values, 0.8));
  RC_ASSERT(summary.iqr == quantile(values, 0.75) - quantile(values, 0.25));
}

RC_GTEST_PROP(Summary, IgnoresOrder, (std::uint32_t seed)) {
  Values values = *any_values();
  const double before = summarize(values).mean;
  std::shuffle(values.begin(), values.end(), std::mt19937(seed));
  RC_ASSERT(summarize(values).mean == before);
}

/// In extended precision where the platform has it.
double naive_mean(const Values& values) {
  long double sum = 0;
  for (const double value : values) sum += value;
  return static_cast<double>(sum / static_cast<long double>(values.size()));
}

double tolerance(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += std::abs(value);
  return 1e-15 * sum;
}

RC_GTEST_PROP(Mean, AgreesWithNaiveDefinitionAndStaysWithinTheValues, ()) {
  const Values values = *any_values();
  const double result = mean(values);
  RC_ASSERT(std::abs(result - naive_mean(values)) <= tolerance(values));
  RC_ASSERT(result >= *std::min_element(values.begin(), values.end()));
  RC_ASSERT(result <= *std::max_element(values.begin(), values.end()));
}

RC_GTEST_PROP(TrimmedMean, AgreesWithNaiveDefinition, ()) {
  Values values = *any_values();
  const int percent = *rc::gen::inRange(0, 50);
  const double result = trimmed_mean(values, percent / 100.0);
  const double allowed = tolerance(values);
  std::sort(values.begin(), values.end());
  const auto dropped = std::ssize(values) * percent / 100;
  RC_ASSERT(std::abs(result - naive_mean({values.begin() + dropped, values.end() - dropped})) <= allowed);
}

RC_GTEST_PROP(TrimmedMean, DoesNotFeelOneWildValue, ()) {
  Values values = *rc::gen::container<Values>(9, rc::gen::map(rc::gen::inRange(1, 100), [](int n) { return n * 1.0; }));
  values.push_back(1e6);
  const double before = trimmed_mean(values, 0.1);
  values.back() = 1e12;
  RC_ASSERT(trimmed_mean(values, 0.1) == before);
}

}  // namespace
}  // namespace tilewright::stats
