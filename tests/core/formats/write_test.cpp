#include "core/formats/write.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

using testing::HasSubstr;

constexpr const char* kTimestamp = "2024-05-01T10:00:00+00:00";

rc::Gen<double> any_time() {
  return rc::gen::map(rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 52),
                      [](std::int64_t steps) { return static_cast<double>(steps) * 0x1p-40; });
}

rc::Gen<std::string> any_text() {
  return rc::gen::element<std::string>("", "a", "row,col", "\"", "two\nlines", "12", "0.5", "true", "\u00B5s", " x ",
                                       "NaN", "[1]", "\x1b[1m", "1e999", "a\rb");
}

rc::Gen<Value> any_value() {
  return rc::gen::oneOf(rc::gen::map(rc::gen::arbitrary<bool>(), [](bool flag) { return Value(flag); }),
                        rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t n) { return Value(n); }),
                        rc::gen::map(any_time(), [](double time) { return Value(time); }),
                        rc::gen::map(any_text(), [](const std::string& text) { return Value(text); }));
}

Config any_config(const Config::Names& names) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < names.size(); ++i) values.push_back(*any_value());
  return {std::make_shared<const Config::Names>(names), std::move(values)};
}

/// Samples, a stated time and what goes with each sample.
void add_samples(Row& row) {
  row.samples_ms = *rc::gen::nonEmpty(rc::gen::container<Samples>(any_time()));
  row.time_ms = *any_time();
  row.series = {{"core_freqs", *rc::gen::container<std::vector<double>>(row.samples_ms.size(), any_time())}};
}

/// Distinct configs, each with samples or a failure of one of these kinds, and these facts.
Recording any_recording(const std::vector<FailureKind>& kinds, const Config::Names& facts) {
  Recording recording{.kernel = *any_text(), .device = *any_text(), .parameters = {"BM", "time_ms", "fact.x"}};
  std::set<std::string> seen;
  for (int rows = *rc::gen::inRange(1, 5); rows > 0; --rows) {
    Row row{.config = any_config(recording.parameters)};
    if (!seen.insert(to_text(row.config)).second) continue;
    row.facts = any_config(facts);
    if (*rc::gen::arbitrary<bool>())
      add_samples(row);
    else
      row.failure = Failure{*rc::gen::elementOf(kinds), *any_text()};
    recording.rows.push_back(std::move(row));
  }
  return recording;
}

const std::vector<FailureKind> kAllKinds(kFailureKinds.begin(), kFailureKinds.end());

RC_GTEST_PROP(Write, JsonReadsBackAsItWas, ()) {
  std::vector<Recording> recordings;
  for (int count = *rc::gen::inRange(1, 4); count > 0; --count) {
    recordings.push_back(any_recording(kAllKinds, {"compile_ms", "b"}));
    recordings.back().problem = any_config({"M", "layout"});
    recordings.back().about = any_config({"objective"});
  }
  recordings.front().rows.clear();
  const Reading reading = read_text(recordings_json(recordings), "it");
  RC_ASSERT(text_of(reading) == text_of(Reading{.recordings = recordings}));
}

RC_GTEST_PROP(Write, CsvReadsBackAsItWas, ()) {
  Recording recording = any_recording(kAllKinds, {"compile_ms", "b"});
  recording.problem = any_config({"M", "layout"});
  recording.about = any_config({"objective"});
  const Reading reading = read_text(recording_csv(recording), "it");
  RC_ASSERT(text_of(reading) == text_of(Reading{.recordings = {recording}}));
}

RC_GTEST_PROP(Write, KernelTunerCacheReadsBackAsItWas, ()) {
  // What the format can say: three kinds, its times as numbers, its key.
  Recording recording = any_recording({FailureKind::compile, FailureKind::resources, FailureKind::launch}, {});
  for (Row& row : recording.rows) {
    row.facts = {{"compile_ms", *any_time()},   {"verification_ms", std::int64_t{0}},
                 {"benchmark_ms", *any_time()}, {"strategy_ms", *any_time()},
                 {"framework_ms", *any_time()}, {"timestamp", std::string("now")},
                 {"registers", *any_value()},   {"GFLOP/s", *any_value()}};
    if (row.failure && row.failure->text.empty()) row.failure->text = "some";
  }
  recording.problem = {
      {"problem_size", *rc::gen::element<Value>(std::int64_t{4096}, "[4096,4096]", "[]", "some text")}};
  recording.about = {{"objective", std::string("time")}, {"schema_version", std::string("1.1.0")}};
  const Reading reading = read_text(kernel_tuner_cache(recording, kTimestamp), "it");
  RC_ASSERT(reading.format == Format::kernel_tuner);
  RC_ASSERT(text_of(reading) == text_of(Reading{.recordings = {recording}}));
}

RC_GTEST_PROP(Write, T4ReadsBackAsItWas, ()) {
  Recording recording = any_recording({FailureKind::compile, FailureKind::resources, FailureKind::launch,
                                       FailureKind::timeout, FailureKind::wrong_result},
                                      {});
  recording.kernel.clear();  // T4 has no place for these
  recording.device.clear();
  for (Row& row : recording.rows) {
    row.facts = {{"timestamp", std::string("now")}, {"compile_ms", *any_time()}, {"benchmark_ms", *any_time()},
                 {"GFLOP/s", *any_value()},         {"power [W]", *any_time()},  {"latency [ms]", *any_time()}};
    if (row.failure && (row.failure->text.empty() || row.failure->text == "NaN")) row.failure->text = "some";
  }
  recording.about = {{"schema_version", std::string("1.0.0")}};
  const Reading reading = read_text(t4_results(recording, kTimestamp), "it");
  RC_ASSERT(reading.format == Format::t4);
  RC_ASSERT(text_of(reading) == text_of(Reading{.recordings = {recording}}));
}

TEST(Write, SmallFilesReadBackAsTheyWere) {
  for (const char* name : {"kernel_tuner.json", "kernel_tuner_cut.json", "t4.json", "t4_microseconds.json", "ktt.json",
                           "tunable_op.csv", "cutlass_profiler.csv", "ncu_long.csv", "ncu_wide.csv",
                           "triton_autotune.json", "google_benchmark.json", "luminal.log", "tune.json", "tune.csv"}) {
    Reading reading = read_small(name);
    reading.refused.clear();
    EXPECT_EQ(text_of(read_text(recordings_json(reading.recordings), "it")), text_of(reading)) << name;
    for (const Recording& recording : reading.recordings)
      EXPECT_EQ(text_of(read_text(recording_csv(recording), "it")), text_of(Reading{.recordings = {recording}}))
          << name;
  }
}

/// One row of every sort.
Recording sample() {
  Recording recording{.kernel = "gemm",
                      .device = "GPU",
                      .problem = {{"M", 16}, {"N", 32}, {"dtype", std::string("fp16")}},
                      .parameters = {"BM", "fast"}};
  recording.rows.push_back({.config = {{"BM", 64}, {"fast", true}}, .samples_ms = {1, 2}});
  recording.rows.push_back({.config = {{"BM", 64}, {"fast", false}}, .failure = Failure{FailureKind::timeout, "5 s"}});
  recording.rows.push_back({.config = {{"BM", 32}, {"fast", false}}});
  recording.rows.push_back({.config = {{"BM", 32}, {"fast", true}},
                            .samples_ms = {4},
                            .time_ms = 3.5,
                            .facts = {{"limit", std::numeric_limits<double>::infinity()}}});
  return recording;
}

TEST(KernelTunerCache, IsWhatKernelTunerExpects) {
  const std::string text = kernel_tuner_cache(sample(), kTimestamp);
  EXPECT_THAT(text, testing::EndsWith("}}\n}"));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["schema_version"], "1.1.0");
  EXPECT_EQ(json["device_name"], "GPU");
  EXPECT_EQ(json["kernel_name"], "gemm");
  EXPECT_EQ(json["problem_size"], nlohmann::json({16, 32}));
  EXPECT_EQ(json["tune_params_keys"], nlohmann::json({"BM", "fast"}));
  EXPECT_EQ(json["tune_params"]["BM"], nlohmann::json({64, 32}));
  EXPECT_EQ(json["objective"], "time");
  EXPECT_EQ(json["cache"].size(), 3U);  // not the one that was not timed
  for (const auto& [key, record] : json["cache"].items()) {
    for (const char* name : {"compile_time", "verification_time", "benchmark_time", "strategy_time", "framework_time"})
      EXPECT_TRUE(record[name].is_number()) << key << name;
    EXPECT_EQ(record["timestamp"], kTimestamp);
  }
}

TEST(KernelTunerCache, HasRecordsAsPythonSpellsThem) {
  const auto json = nlohmann::json::parse(kernel_tuner_cache(sample(), kTimestamp));
  EXPECT_EQ(json["cache"]["64,True"]["time"], 1.5);
  EXPECT_EQ(json["cache"]["64,True"]["times"], nlohmann::json({1.0, 2.0}));
  EXPECT_EQ(json["cache"]["64,False"]["time"], "RuntimeFailedConfig");
  EXPECT_FALSE(json["cache"]["64,False"].contains("times"));
  EXPECT_EQ(json["cache"]["32,True"]["time"], 3.5);
  EXPECT_EQ(json["cache"]["32,True"]["limit"], "Infinity");
}

TEST(KernelTunerCache, KeepsTheLastOfTwoRowsOfOneConfig) {
  Recording recording = sample();
  recording.rows.push_back({.config = {{"BM", 64}, {"fast", true}}, .samples_ms = {7}});
  const auto json = nlohmann::json::parse(kernel_tuner_cache(recording, kTimestamp));
  EXPECT_EQ(json["cache"]["64,True"]["time"], 7);
}

TEST(T4Results, AreWhatTheSchemaAsksFor) {
  const auto json = nlohmann::json::parse(t4_results(sample(), kTimestamp));
  EXPECT_EQ(json["schema_version"], "1.0.0");
  EXPECT_EQ(json["metadata"]["timeunit"], "milliseconds");
  ASSERT_EQ(json["results"].size(), 3U);
  const auto& good = json["results"][0];
  EXPECT_EQ(good["configuration"], nlohmann::json({{"BM", 64}, {"fast", true}}));
  EXPECT_EQ(good["invalidity"], "correct");
  EXPECT_EQ(good["correctness"], 1);
  EXPECT_EQ(good["times"]["runtimes"], nlohmann::json({1.0, 2.0}));
  EXPECT_EQ(good["measurements"][0], nlohmann::json({{"name", "time"}, {"value", 1.5}, {"unit", "milliseconds"}}));
  const auto& failed = json["results"][1];
  EXPECT_EQ(failed["invalidity"], "timeout");
  EXPECT_EQ(failed["correctness"], 0);
  EXPECT_FALSE(failed["times"].contains("runtimes"));
}

TEST(Write, ATimeAloneIsTheOnlySample) {
  Recording recording = sample();
  recording.rows = {{.config = {{"BM", 64}, {"fast", true}}, .time_ms = 2.5}};
  EXPECT_EQ(nlohmann::json::parse(kernel_tuner_cache(recording, kTimestamp))["cache"]["64,True"]["times"],
            nlohmann::json({2.5}));
  EXPECT_EQ(nlohmann::json::parse(t4_results(recording, kTimestamp))["results"][0]["times"]["runtimes"],
            nlohmann::json({2.5}));
}

TEST(Write, WhatWasNotRecordedIsOfNoUseToOthers) {
  Recording recording = sample();
  recording.rows.push_back(
      {.config = {{"BM", 16}, {"fast", true}}, .failure = Failure{FailureKind::not_recorded, "no"}});
  EXPECT_EQ(kernel_tuner_cache(recording, kTimestamp).find("\"16,True\""), std::string::npos);
  EXPECT_EQ(t4_results(recording, kTimestamp), t4_results(sample(), kTimestamp));
}

TEST(RecordingsCsv, HasOneHeaderForAll) {
  std::vector<Recording> recordings{sample(), sample()};
  recordings[1].kernel = "other";
  recordings[1].problem = {{"N", 1}, {"K", 2}};
  recordings[1].about = {{"host", std::string("h")}};
  EXPECT_EQ(text_of(read_text(recordings_csv(recordings), "it")), text_of(Reading{.recordings = recordings}));
}

TEST(Write, TakesRowsOfOtherParameters) {
  Recording recording = sample();
  recording.rows.push_back({.config = {{" x", ""}}, .samples_ms = {5}});
  const auto read_back = [](const std::string& text) {
    return text_of(only_recording(read_text(text, "it")).rows.back());
  };
  EXPECT_EQ(read_back(recording_csv(recording)), text_of(recording.rows.back()));
  EXPECT_EQ(read_back(recordings_json({&recording, 1})), text_of(recording.rows.back()));
  EXPECT_THAT(read_back(t4_results(recording, kTimestamp)), HasSubstr("config  x=\n"));
  EXPECT_EQ(kernel_tuner_cache(recording, kTimestamp), kernel_tuner_cache(sample(), kTimestamp));
}

TEST(Write, NeverWritesWhatIsNoJson) {
  Recording recording = sample();
  recording.kernel = "\xFF";
  for (const std::string& text :
       {kernel_tuner_cache(recording, kTimestamp), t4_results(recording, kTimestamp), recordings_json({&recording, 1})})
    EXPECT_TRUE(nlohmann::json::accept(text)) << text;
}

TEST(RecordingCsv, HasColumnsThatArePlain) {
  const std::string text = recording_csv(sample());
  EXPECT_THAT(text, testing::StartsWith("format,source,kernel,device,problem.M,problem.N,problem.dtype,BM,fast,time_ms,"
                                        "samples_ms,failure_kind,failure_text,fact.limit\n"
                                        "tilewright-json,,gemm,GPU,16,32,fp16,64,true,,1 2,,,\n"));
}

}  // namespace
}  // namespace tilewright::formats
