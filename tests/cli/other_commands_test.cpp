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
                                          "backend cublaslt", "gnuplot"));
  EXPECT_EQ(json["facts"][3]["status"], "ok");
}

TEST(Doctor, SaysHowToGetWhatIsMissing) {
  const Outcome outcome = run({"doctor"}, {.environment = {"PATH=/nowhere"}});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, testing::ContainsRegex("gnuplot +missing +.*apt install gnuplot-nox"));
}

}  // namespace
}  // namespace tilewright::cli
