#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

/// The parsed result of `tune --format json` with more flags; it must have worked.
Json tune(std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"tune", "--format", "json"});
  const Outcome outcome = run(flags);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return Json::parse(outcome.out);
}

std::vector<std::string> names_in(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

const std::vector<std::string> kReferenceFlags{"--gpu",     "rtx3070",      "--shape", "4096x4096x4096",
                                               "--backend", "fake_measure", "--seed",  "0",
                                               "--repeats", "25",           "--top-k", "8"};

TEST(Tune, ReferenceRunHasThePublishedCountsAndPick) {
  const Json json = tune(kReferenceFlags);
  EXPECT_EQ(json["schema"], "tilewright.tune/1");
  EXPECT_EQ(json["counts"].dump(), R"({"space":192,"rejected":46,"kept":146,"shortlisted":8,"measured":8,"failed":0})");
  EXPECT_EQ(json["rejections"].dump(), R"([{"reason":"shared_memory","count":34},{"reason":"registers","count":12}])");
  EXPECT_EQ(json["choice"]["config"].dump(), R"({"BM":256,"BN":128,"BK":32,"num_warps":8,"num_stages":2})");
  EXPECT_EQ(json["choice"]["rule"], "t3");
  // The published text says 7: so many overlap the interval of the pick, not that of the fastest.
  EXPECT_EQ(json["choice"]["tied"].size(), 6U);
  EXPECT_EQ(json["trials"].size(), 8U);
}

TEST(Tune, ReferenceRunHasThePublishedTimes) {
  const Json json = tune(kReferenceFlags);
  for (const Json& trial : json["trials"]) {
    EXPECT_NEAR(trial["predicted_ms"].get<double>(), 3.709, 0.0005);
    EXPECT_EQ(trial["samples_ms"].size(), 25U);
    if (trial["config"] != json["choice"]["config"]) continue;
    EXPECT_NEAR(trial["median_ms"].get<double>(), 3.877, 0.0005);
    EXPECT_NEAR(trial["p20_ms"].get<double>(), 3.765, 0.0005);
    EXPECT_NEAR(trial["p80_ms"].get<double>(), 3.980, 0.0005);
    EXPECT_EQ(trial["smem_bytes"], 49152);
  }
}

TEST(Tune, JsonHasTheKeysInTheirOrder) {
  const Json json = tune({});
  EXPECT_THAT(names_in(json), testing::ElementsAre("schema", "problem", "backend", "counts", "rejections", "trials",
                                                   "choice", "shortlist", "options", "notes"));
  EXPECT_THAT(names_in(json["problem"]), testing::ElementsAre("kernel", "M", "N", "K", "dtype", "gpu"));
  EXPECT_EQ(json["problem"]["kernel"], "gemm");
  EXPECT_EQ(json["backend"]["name"], "fake_measure");
  EXPECT_EQ(json["backend"]["seed"], 0);
  EXPECT_THAT(names_in(json["trials"][0]),
              testing::ElementsAre("config", "predicted_ms", "smem_bytes", "registers", "samples_ms", "median_ms",
                                   "p20_ms", "p80_ms", "failure"));
  EXPECT_THAT(names_in(json["choice"]), testing::ElementsAre("config", "rule", "tied", "why"));
}

TEST(Tune, TheDefaultsAreTheReferenceRun) {
  std::vector<std::string> line = kReferenceFlags;
  line.insert(line.begin(), "tune");
  EXPECT_EQ(run({"tune"}).out, run(line).out);
}

TEST(Tune, TheTableShowsThePickTheWavesAndTheReason) {
  const Outcome outcome = run({"tune"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("46 of 192 configs pruned: 34 by shared memory (e.g. "),
                    HasSubstr("8 of 146 kept configs tried, 25 samples each"),
                    HasSubstr("*  256  128  32          8           2   49152          168         3.709      "
                              "3.877  [3.765, 3.980]      +3.1 %\n"),
                    HasSubstr("] 6 of 46 CTAs, 13 % full\n"), HasSubstr("\npick: 256x128x32 w8 s2\n"),
                    testing::ContainsRegex("\nwhy:  [^\n]+\n$")));
}

TEST(Tune, ShapeAndSeedAndStreamMatter) {
  const std::string base = run({"tune", "--format", "csv"}).out;
  for (const auto& flags : std::vector<std::vector<std::string>>{{"--seed", "1"},
                                                                 {"--stream", "per_config"},
                                                                 {"--shape", "100x4096x4096"},
                                                                 {"--gpu", "rtx3070-datasheet"},
                                                                 {"--noise", "0"},
                                                                 {"--hidden", "none"},
                                                                 {"--cold", "3"},
                                                                 {"--drift", "0.01"},
                                                                 {"--repeats", "5"},
                                                                 {"--warmup", "1"},
                                                                 {"--interleave"},
                                                                 {"--rule", "triton"},
                                                                 {"--top-k", "9"}}) {
    std::vector<std::string> line{"tune", "--format", "csv"};
    line.insert(line.end(), flags.begin(), flags.end());
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.code, 0) << flags[0];
    EXPECT_NE(outcome.out, base) << flags[0];
  }
}

TEST(Tune, TiesAreNeverSplitAndSaidSo) {
  const Json json = tune({"--top-k", "1"});
  EXPECT_EQ(json["counts"]["shortlisted"], 8);
  EXPECT_EQ(json["shortlist"].dump(), R"({"requested":1,"added_by_ties":7})");
  EXPECT_THAT(json["notes"].dump(), HasSubstr("1 configs asked for, 7 added because the model cannot tell them"));
}

TEST(Tune, ColdFirstSamplesAreSaid) {
  EXPECT_THAT(run({"tune", "--cold", "10"}).out,
              HasSubstr("the first sample of 8 of 8 configs looks cold; --warmup 1"));
  EXPECT_THAT(run({"tune", "--cold", "10", "--warmup", "1"}).out, Not(HasSubstr("looks cold")));
}

TEST(Tune, FailingConfigsAreRowsAndTheOthersGoOn) {
  const Json json = tune({"--fail", "timeout:BM=256", "--fail", "compile:BM=128,num_stages=2"});
  EXPECT_EQ(json["counts"]["failed"], 6);
  EXPECT_EQ(json["counts"]["measured"], 2);
  for (const Json& trial : json["trials"]) {
    const bool failed = !trial["failure"].is_null();
    EXPECT_EQ(failed, trial["config"]["BM"] == 256 || trial["config"]["num_stages"] == 2);
    EXPECT_EQ(failed, trial["median_ms"].is_null());
    if (!failed) continue;
    EXPECT_EQ(trial["failure"]["kind"], trial["config"]["BM"] == 256 ? "timeout" : "compile");
  }
  EXPECT_EQ(json["choice"]["config"]["BM"], 128);
}

TEST(Tune, EveryConfigFailingIsCodeThreeWithTheWholeResult) {
  const std::vector<std::string> flags{"--fail", "compile:BM=128", "--fail", "launch"};
  for (const char* format : {"table", "json", "csv"}) {
    std::vector<std::string> line{"tune", "--format", format};
    line.insert(line.end(), flags.begin(), flags.end());
    const Outcome outcome = run(line);
    EXPECT_TRUE(failed_in_one_line(outcome, 3)) << outcome.code << outcome.err;
    EXPECT_THAT(outcome.err,
                HasSubstr("no valid config: all 8 configs failed: 4 compile, 4 launch; first: 128x256x32 w8 "
                          "s2: compile: "));
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("compile"), HasSubstr("launch")));
  }
}

std::string tiny_gpu(const ScratchFolder& folder) {
  std::string text = run({"gpus", "--gpu", "rtx3070", "--format", "json"}).out;
  const std::string old_limit = "\"smem_per_cta_bytes\": 101376";
  return folder.file("tiny.json", text.replace(text.find(old_limit), old_limit.size(), "\"smem_per_cta_bytes\": 1"));
}

TEST(Tune, EverythingPrunedIsCodeThreeWithCounts) {
  const ScratchFolder folder;
  for (const char* format : {"table", "json", "csv"}) {
    const Outcome outcome = run({"tune", "--gpu", tiny_gpu(folder), "--format", format});
    EXPECT_TRUE(failed_in_one_line(outcome, 3)) << outcome.code << outcome.err;
    EXPECT_EQ(outcome.err, "tilewright: no valid config: all 192 configs rejected: 192 by shared memory\n");
    EXPECT_NE(outcome.out, "");
  }
  const Json json = Json::parse(run({"tune", "--gpu", tiny_gpu(folder), "--format", "json"}).out);
  EXPECT_TRUE(json["choice"].is_null());
  EXPECT_EQ(json["counts"]["rejected"], 192);
  EXPECT_EQ(run({"explain", "--gpu", tiny_gpu(folder)}).code, 0);
}

/// A GPU that only the smallest tiles fit: 32x32x32 with 2 stages, 4 and 8 warps.
std::string small_gpu(const ScratchFolder& folder, const std::string& registers) {
  std::string text = run({"gpus", "--gpu", "rtx3070", "--format", "json"}).out;
  const auto change = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  change("\"smem_per_cta_bytes\": 101376", "\"smem_per_cta_bytes\": 8192");
  change("\"registers_per_thread\": 255", "\"registers_per_thread\": " + registers);
  return folder.file("small.json", text);
}

TEST(Tune, TheOnlySurvivorIsNotTimedUnlessAsked) {
  const ScratchFolder folder;
  const std::string gpu = small_gpu(folder, "45");  // 44 with 8 warps, 48 with 4
  const Json untimed = tune({"--gpu", gpu});
  EXPECT_EQ(untimed["counts"]["kept"], 1);
  EXPECT_EQ(untimed["counts"]["measured"], 0);
  EXPECT_EQ(untimed["trials"][0]["samples_ms"].size(), 0U);
  EXPECT_TRUE(untimed["trials"][0]["median_ms"].is_null());
  EXPECT_EQ(untimed["choice"]["config"]["num_warps"], 8);
  EXPECT_THAT(untimed["notes"].dump(), HasSubstr("--time-single"));
  EXPECT_EQ(tune({"--gpu", gpu, "--time-single"})["trials"][0]["samples_ms"].size(), 25U);
  EXPECT_THAT(run({"tune", "--gpu", gpu}).out, HasSubstr("1 of 1 kept configs tried, not timed"));
}

TEST(Tune, CsvHasALineForEachTrial) {
  const std::string csv = run({"tune", "--format", "csv", "--fail", "crashed:BM=256,num_stages=4"}).out;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 9);
  EXPECT_THAT(csv, testing::StartsWith("BM,BN,BK,num_warps,num_stages,predicted_ms,smem_bytes,registers,samples,"
                                       "median_ms,p20_ms,p80_ms,picked,tied,failure_kind,failure_text\n"));
  EXPECT_THAT(csv, HasSubstr("256,128,32,8,4,3.7094092927999998,98304,168,0,,,,false,false,crashed,"));
}

TEST(Tune, NoLocaleChangesANumber) {
  const std::vector<std::string> german{"LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8"};
  EXPECT_EQ(run({"tune", "--format", "csv", "--noise", "0.02"}, {.environment = german}).out,
            run({"tune", "--format", "csv", "--noise", "0.02"}).out);
}

}  // namespace
}  // namespace tilewright::cli
