#include "core/formats/summary.hpp"

#include <gtest/gtest.h>

#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

Config config(std::int64_t id) { return {{"id", id}}; }

TEST(Summary, HasTheBestByMedianAndByMean) {
  Recording recording{.parameters = {"id"}};
  recording.rows = {{.config = config(0), .samples_ms = {1, 1, 10}},
                    {.config = config(1), .samples_ms = {2, 2, 2}},
                    {.config = config(2), .time_ms = 2},
                    {.config = config(3), .samples_ms = {0, 0.1, 0.1}},
                    {.config = config(4), .failure = Failure{FailureKind::compile, ""}},
                    {.config = config(5)}};
  const RecordingSummary summary = summarize(recording);
  EXPECT_EQ(summary.rows, 6U);
  EXPECT_EQ(summary.timed, 4U);
  EXPECT_EQ(summary.failed, 1U);
  EXPECT_EQ(summary.by_median->row, 0U);
  EXPECT_EQ(summary.by_median->time_ms, 1);
  EXPECT_EQ(summary.by_mean->row, 1U) << "the first of equal ones";
  EXPECT_EQ(summary.by_mean->time_ms, 2);
}

TEST(Summary, NothingIsBestOfNothing) {
  EXPECT_FALSE(summarize({}).by_median);
  EXPECT_FALSE(summarize({}).by_mean);
}

TEST(SummarySharedData, IsThatOfTheFiles) {
  const auto file = test::shared_file("kerneltuner_small.json");
  if (!file) GTEST_SKIP() << "there is no ../shared/data";
  const Recording recording = only_recording(read_any(*file));
  const RecordingSummary summary = summarize(recording);
  EXPECT_EQ(summary.rows, 15U);
  EXPECT_EQ(recording.rows[summary.by_mean->row].config.values().front(), Value(std::int64_t{768}));
  EXPECT_NEAR(summary.by_mean->time_ms, 0.0317577, 5e-8);
  EXPECT_EQ(recording.rows[summary.by_median->row].config.values().front(), Value(std::int64_t{896}));
  EXPECT_NEAR(summary.by_median->time_ms, 0.0250240, 5e-8);
}

}  // namespace
}  // namespace tilewright::formats
