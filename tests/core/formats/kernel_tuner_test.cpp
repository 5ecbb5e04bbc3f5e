#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

/// A cache of one parameter `b` with these records in it, as they stand.
std::string cache_of(const std::string& records) {
  return "{\"tune_params_keys\": [\"b\"], \"tune_params\": {\"b\": [1]}, \"cache\": {" + records;
}

Reading read(const std::string& text) { return read_text(text, "it"); }

TEST(KernelTuner, ReadsTheHeader) {
  const Recording recording = only_recording(read_small("kernel_tuner.json"));
  EXPECT_EQ(recording.format, Format::kernel_tuner);
  EXPECT_EQ(recording.kernel, "saxpy");
  EXPECT_EQ(recording.device, "Some GPU");
  EXPECT_EQ(to_text(recording.problem), "problem_size=[4096,4096]");
  EXPECT_EQ(to_text(recording.about), "objective=time schema_version=1.0.0");
  EXPECT_THAT(recording.parameters, ElementsAre("block", "layout"));
}

TEST(KernelTuner, ReadsSamplesAndFacts) {
  const Recording recording = only_recording(read_small("kernel_tuner.json"));
  ASSERT_THAT(recording.rows, SizeIs(4));
  const Row& row = recording.rows[0];
  EXPECT_EQ(to_text(row.config), "block=64 layout=row,col");
  EXPECT_THAT(row.samples_ms, ElementsAre(4, 2, 2, 2));
  EXPECT_EQ(row.time_ms, 2.5);
  EXPECT_EQ(row.line, 10U);
  EXPECT_EQ(to_text(row.facts),
            "compile_ms=500.25 verification_ms=0 benchmark_ms=12.5 GFLOP/s=100.5 registers=32 strategy_ms=0 "
            "framework_ms=1.5 timestamp=2024-05-01 10:00:00+00:00");
  EXPECT_THAT(row.series, ElementsAre(Series{"core_freqs", {840, 840, 735, 840}}));
}

TEST(KernelTuner, ReadsFailures) {
  const Recording recording = only_recording(read_small("kernel_tuner.json"));
  ASSERT_THAT(recording.rows, SizeIs(4));
  EXPECT_EQ(recording.rows[1].failure->kind, FailureKind::resources);
  EXPECT_EQ(recording.rows[1].failure->text, "InvalidConfig");
  EXPECT_EQ(recording.rows[2].failure->kind, FailureKind::invalid_time);
  EXPECT_EQ(recording.rows[3].failure->kind, FailureKind::launch);
  for (const Row& row : recording.rows) EXPECT_EQ(row.failure.has_value(), row.samples_ms.empty());
}

TEST(KernelTuner, GoesOnBehindACutLine) {
  const Reading reading = read_small("kernel_tuner_cut.json");
  EXPECT_THAT(refusals_of(reading), ElementsAre("it:9: record '32,1' is cut off"));
  ASSERT_THAT(reading.recordings.at(0).rows, SizeIs(2));
  EXPECT_THAT(reading.recordings[0].rows[0].samples_ms, ElementsAre(3, 4));
  EXPECT_THAT(reading.recordings[0].rows[1].samples_ms, ElementsAre(0.25, 0.75));
}

TEST(KernelTuner, ReadsFilesOfInterruptedRuns) {
  const std::string record = R"("1": {"b": 1, "time": 2.0, "times": [2.0]})";
  for (const char* end : {"", ",", ",\n", "}", "}\n}", "}}", "}},", "\n"}) {
    const Reading reading = read(cache_of("\n" + record + end));
    EXPECT_THAT(refusals_of(reading), IsEmpty()) << end;
    EXPECT_EQ(count_rows(reading), 1U) << end;
  }
  EXPECT_EQ(count_rows(read(cache_of("}}"))), 0U);
  EXPECT_EQ(count_rows(read(cache_of("}},\n" + record))), 1U);  // closed while empty, then gone on with
}

TEST(KernelTuner, TakesARecordWithoutSamples) {
  const Recording recording = only_recording(read(cache_of(R"("1": {"b": 1, "time": 2.5}}})")));
  EXPECT_THAT(recording.rows.at(0).samples_ms, ElementsAre(2.5));
}

TEST(KernelTuner, LetsTheLastOfTwoRecordsCount) {
  const Reading reading = read(cache_of("\n\"1\": {\"b\": 1, \"time\": 1.0},\n\"1\": {\"b\": 1, \"time\": 2.0}}}"));
  EXPECT_THAT(refusals_of(reading), ElementsAre("it:2: config '1' is there again in line 3, which counts"));
  ASSERT_EQ(count_rows(reading), 1U);
  EXPECT_EQ(reading.recordings[0].rows[0].time_ms, 2);
}

TEST(KernelTuner, NamesTheRecordsThatItRefuses) {
  const auto refusal = [](const std::string& record) {
    const Reading reading = read(cache_of("\n" + record + ",\n\"2\": {\"b\": 2, \"time\": 1}}}"));
    EXPECT_EQ(count_rows(reading), 1U) << record;
    EXPECT_THAT(reading.refused, SizeIs(1)) << record;
    return reading.refused.empty() ? "" : to_text(reading.refused[0], "it");
  };
  EXPECT_EQ(refusal(R"("1": {"b": 1, "time": "fast"})"), "it:2: field 'time' is 'fast'; a number is expected");
  EXPECT_EQ(refusal(R"("1": {"b": 1})"), "it:2: field 'time' is missing");
  EXPECT_EQ(refusal(R"("1": {"time": 1})"), "it:2: field 'b' is missing");
  EXPECT_EQ(refusal(R"("1": {"b": 1, "time": 1, "time": 2})"), "it:2: field 'time' is there twice");
  EXPECT_EQ(refusal(R"("1": {"b": 1, "time": 1, "times": ["x"]})"), "it:2: a time is '\"x\"'; a number is expected");
  EXPECT_EQ(refusal(R"("1": {"b": 1, "time": 1, "times": 3})"), "it:2: field 'times' is not a list");
  EXPECT_EQ(refusal(R"("1": [1])"), "it:2: record '1' is not an object");
  EXPECT_THAT(refusal(R"("1": {"b": 1 "time": 1})"),
              StartsWith("it:2: not JSON: syntax error while parsing object - unexpected string "));
  EXPECT_THAT(refusal("\"1\": {\"b\": \"\xFF\", \"time\": 1}"),
              StartsWith("it:2: not JSON: syntax error while parsing value - invalid string: il"));
  EXPECT_EQ(refusal("nonsense"), "it:2: 'nonsense,?\"2\": {\"b\":' where a name is expected");
  EXPECT_EQ(refusal(R"("1" 5)"), "it:2: '1' is not followed by a ':'");
}

TEST(KernelTuner, NeedsTheNamesOfTheParameters) {
  EXPECT_THROW(static_cast<void>(read(R"({"tune_params_keys": [], "cache": {}})")), Error);
  EXPECT_THROW(static_cast<void>(read(R"({"tune_params_keys": ["a", "a"], "cache": {}})")), Error);
  EXPECT_EQ(only_recording(read(R"({"tune_params": {"a": [1]}, "cache": {}})")).parameters.at(0), "a");
}

}  // namespace
}  // namespace tilewright::formats
