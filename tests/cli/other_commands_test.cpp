#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

TEST(Explain, HasAllConfigsWithTheirVerdicts) {
  const Outcome outcome = run({"explain", "--gpu", "rtx3070", "--shape", "4096x4096x4096", "--format", "json"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["schema"], "tilewright.explain/1");
  const auto verdicts = [&](const std::string& verdict) {
    return std::ranges::count_if(json["configs"], [&](const Json& config) { return config["verdict"] == verdict; });
  };
  EXPECT_EQ(json["configs"].size(), 192U);
  EXPECT_EQ(verdicts("kept"), 146);
  EXPECT_EQ(verdicts("shared_memory"), 34);
  EXPECT_EQ(verdicts("registers"), 12);
}

TEST(Explain, RegistersOfTheLargestTileAreThePublishedOnes) {
  const Json json = Json::parse(run({"explain", "--format", "json"}).out);
  const auto found = std::ranges::find_if(json["configs"], [](const Json& config) {
    return config["config"].dump() == R"({"BM":256,"BN":256,"BK":32,"num_warps":4,"num_stages":2})";
  });
  ASSERT_NE(found, json["configs"].end());
  EXPECT_EQ((*found)["registers"], 552);
  EXPECT_EQ((*found)["reason"], "registers 552 per thread > 255 per thread");
}

TEST(Explain, PaddingGoesByTheShape) {
  EXPECT_THAT(run({"explain", "--shape", "100x4096x4096"}).out,
              HasSubstr("by padding (e.g. padding 60.9375 % of M > 50"));
}

TEST(Explain, CsvHasALineForEachConfig) {
  const std::string csv = run({"explain", "--format", "csv"}).out;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 193);
}

/// `explain` with these flags; it may lack NVRTC.
Outcome explain(std::vector<std::string> flags, const Surroundings& surroundings = {}) {
  flags.insert(flags.begin(), "explain");
  return run(flags, surroundings);
}

std::int64_t registers_of(const Outcome& outcome, std::size_t position) {
  return Json::parse(outcome.out)["configs"][position]["registers"].get<std::int64_t>();
}

TEST(ExplainRegisters, AreTheReferencesUnlessAskedOtherwise) {
  // 32x32x32 w4 s2: 8 accumulators.
  EXPECT_EQ(registers_of(explain({"--format", "json"}), 0), 48);
  EXPECT_EQ(registers_of(explain({"--format", "json", "--registers", "reference"}), 0), 48);
  EXPECT_EQ(registers_of(explain({"--format", "json", "--registers", "fitted"}), 0), 31 + 8 + 2 * (4 + 4) + 3 * 1 + 1);
}

TEST(ExplainRegisters, OtherEstimatesAreRefused) {
  EXPECT_TRUE(failed_in_one_line(explain({"--registers", "guessed"}), 2));
  EXPECT_TRUE(failed_in_one_line(run({"tune", "--registers", ""}), 2));
}

TEST(ExplainPtx, CountsTheInstructionsOfWhatTuneWouldTime) {
  const Outcome outcome = explain({"--ptx", "--top-k", "1", "--format", "json"});
  if (outcome.code == 4) GTEST_SKIP() << outcome.err;
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const Json tuned = Json::parse(run({"tune", "--top-k", "1", "--format", "json"}).out);
  const Json explained = Json::parse(outcome.out);
  int counted = 0;
  for (const Json& config : explained["configs"]) {
    const bool timed =
        std::ranges::any_of(tuned["trials"], [&](const Json& trial) { return trial["config"] == config["config"]; });
    EXPECT_EQ(config["ptx"].is_null(), !timed) << config;
    if (!timed) continue;
    ++counted;
    const Json& c = config["config"];
    // A warp makes its part of the tile in products of 16 x 8 x 16.
    EXPECT_EQ(config["ptx"]["mma"],
              c["BM"].get<int>() * c["BN"].get<int>() * c["BK"].get<int>() / c["num_warps"].get<int>() / (16 * 8 * 16));
    EXPECT_GT(config["ptx"]["ldmatrix"], 0);
    EXPECT_GT(config["ptx"]["cp.async 16"], 0);
  }
  EXPECT_EQ(counted, 8);  // ties are never split
}

TEST(ExplainPtx, EndsTheTableWithThemAndTheLinesOfCsv) {
  if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudoterminals";
  const Outcome table = explain({"--ptx"}, {.err_is_terminal = true});
  if (table.code == 4) GTEST_SKIP() << table.err;
  EXPECT_THAT(table.out, HasSubstr("\nPTX of 8 of 146 kept configs: "));
  EXPECT_THAT(table.err, testing::AllOf(HasSubstr("\rcompiling: 8 of 8 kernels"), testing::EndsWith("\r\033[K")));
  const Outcome quiet = explain({"--ptx", "--quiet", "--format", "csv"}, {.err_is_terminal = true});
  EXPECT_EQ(quiet.err, "");
  EXPECT_THAT(quiet.out, testing::ContainsRegex("^BM,[^\n]*,ptx.ldmatrix,ptx.mma,"));
  EXPECT_EQ(std::ranges::count(quiet.out, '\n'), 193);
}

TEST(ExplainPtx, SaysWhatIsMissingWithCodeFour) {
  const ScratchFolder folder;
  std::string text = run({"gpus", "--gpu", "rtx3070", "--format", "json"}).out;
  const std::string old = "\"compute_capability\": 86";
  ASSERT_NE(text.find(old), std::string::npos);
  const std::string ancient =
      folder.file("ancient.json", text.replace(text.find(old), old.size(), "\"compute_capability\": 30"));
  const Outcome outcome = explain({"--ptx", "--gpu", ancient});
  EXPECT_TRUE(failed_in_one_line(outcome, 4)) << outcome.code << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(ExplainPtx, TopKAloneIsRefused) {
  EXPECT_TRUE(failed_in_one_line(explain({"--top-k", "3"}), 2));
  EXPECT_TRUE(failed_in_one_line(explain({"--ptx", "--top-k", "0"}), 2));
  EXPECT_TRUE(failed_in_one_line(explain({"--ptx=1"}), 2));
}

TEST(Gpus, ListsBothProfilesOfTheReferenceGpu) {
  const Outcome outcome = run({"gpus"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out,
              testing::AllOf(HasSubstr("\nrtx3070 "), HasSubstr("\nrtx3070-datasheet "), HasSubstr("GB/s")));
}

TEST(Gpus, EveryGpuOfTheListWorksByName) {
  const Json json = Json::parse(run({"gpus", "--format", "json"}).out);
  EXPECT_EQ(json["schema"], "tilewright.gpus/1");
  EXPECT_GT(json["gpus"].size(), 2U);
  for (const Json& gpu : json["gpus"]) {
    const std::string name = gpu["name"];
    EXPECT_EQ(run({"explain", "--gpu", name}).code, 0) << name;
    EXPECT_EQ(Json::parse(run({"gpus", "--gpu", name, "--format", "json"}).out), gpu);
  }
}

TEST(Gpus, HelpShowsAnExampleOfAFile) {
  EXPECT_THAT(run({"gpus", "--help"}).out, HasSubstr(run({"gpus", "--gpu", "rtx3070", "--format", "json"}).out));
}

TEST(Doctor, SaysWhatThereIs) {
  const Json json = Json::parse(run({"doctor", "--format", "json"}).out);
  EXPECT_EQ(json["schema"], "tilewright.doctor/1");
  std::vector<std::string> items;
  for (const Json& fact : json["facts"]) items.push_back(fact["item"]);
  EXPECT_THAT(items, testing::ElementsAre("version", "compiler", "build type", "backend fake_measure", "backend cuda",
                                          "backend cublaslt", "backend replay", "gnuplot"));
  EXPECT_EQ(json["facts"][3]["status"], "ok");
}

TEST(Doctor, SaysHowToGetWhatIsMissing) {
  const Outcome outcome = run({"doctor"}, {.environment = {"PATH=/nowhere"}});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, testing::ContainsRegex("gnuplot +missing +.*apt install gnuplot-nox"));
}

}  // namespace
}  // namespace tilewright::cli
