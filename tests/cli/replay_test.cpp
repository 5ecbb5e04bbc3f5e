#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/support/data.hpp"

namespace tilewright::cli {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;

Outcome replay(const std::string& file, const std::vector<std::string>& more = {}) {
  std::vector<std::string> line{"tune", "--backend", "replay", "--recording", file};
  line.insert(line.end(), more.begin(), more.end());
  return run(line);
}

/// What `tune` has measured of all configs, in a file.
std::string tuned(const ScratchFolder& folder) {
  const std::string path = folder.path("tuned.json");
  EXPECT_EQ(run({"tune", "--top-k", "all", "--format", "json", "--output", path}).code, 0);
  return path;
}

TEST(Replay, GivesWhatWasMeasured) {
  const ScratchFolder folder;
  const std::string file = tuned(folder);
  const Json before = Json::parse(content_of(file));
  const Outcome outcome = replay(file, {"--format", "json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json after = Json::parse(outcome.out);
  EXPECT_EQ(after["problem"], before["problem"]);
  EXPECT_EQ(after["choice"]["config"], before["choice"]["config"]);
  EXPECT_EQ(after["counts"].dump(),
            R"({"space":146,"rejected":0,"kept":146,"shortlisted":146,"measured":146,"failed":0})");
  EXPECT_EQ(after["backend"].dump(), R"({"name":"replay","mode":"in_order","seed":0,"recording":")" + file + "\"}");
  for (const Json& trial : after["trials"]) {
    const auto same =
        std::ranges::find_if(before["trials"], [&](const Json& other) { return other["config"] == trial["config"]; });
    ASSERT_NE(same, before["trials"].end());
    EXPECT_EQ((*same)["samples_ms"], trial["samples_ms"]);
    EXPECT_EQ((*same)["registers"], trial["registers"]);
  }
}

TEST(Replay, SaysThatThereIsNoModel) {
  const ScratchFolder folder;
  const std::string file = tuned(folder);
  EXPECT_THAT(replay(file, {"--top-k", "8"}).out,
              HasSubstr("note: 8 configs asked for, 138 added because there is no model to tell them apart\n"));
  const Outcome all = replay(file);
  EXPECT_THAT(all.out, AllOf(HasSubstr("146 of 146 kept configs tried"), Not(HasSubstr("asked for")),
                             HasSubstr("\nand 106 more, none faster; --format csv and json have them\n"),
                             Not(HasSubstr("predicted ms"))));
}

TEST(Replay, ConfigsThatWereNotRecordedAreFailuresOfTheProduct) {
  const ScratchFolder folder;
  const Json json = Json::parse(replay(tuned(folder), {"--replay-space", "product", "--format", "json"}).out);
  EXPECT_EQ(json["counts"]["space"], 192);
  EXPECT_EQ(json["counts"]["failed"], 46);
  EXPECT_THAT(json["notes"].dump(), HasSubstr("46 of 192 configs failed: 46 not_recorded"));
}

TEST(Replay, ModesAndSeeds) {
  const ScratchFolder folder;
  const std::string file = tuned(folder);
  const auto csv = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--format", "csv", "--repeats", "7"});
    const Outcome outcome = replay(file, more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_EQ(csv({}), csv({"--replay", "in_order", "--seed", "3"}));
  for (const char* mode : {"shuffled", "bootstrap"}) {
    EXPECT_NE(csv({"--replay", mode}), csv({})) << mode;
    EXPECT_EQ(csv({"--replay", mode}), csv({"--replay", mode, "--interleave"})) << mode;
    EXPECT_NE(csv({"--replay", mode}), csv({"--replay", mode, "--seed", "3"})) << mode;
  }
}

TEST(Replay, SaysWhenSamplesComeAgain) {
  const std::string file = test::data_file("formats/t4.json").string();
  EXPECT_THAT(replay(file, {"--repeats", "1000"}).out,
              HasSubstr("have fewer samples in the recording than were asked"));
  EXPECT_THAT(replay(file, {"--repeats", "1000", "--replay", "bootstrap"}).out, Not(HasSubstr("have fewer samples")));
}

TEST(Replay, SaysHowManyRecordsWereRefused) {
  const std::string file = test::data_file("formats/tunable_op.csv").string();
  const Outcome outcome = replay(file, {"--recording-index", "1", "--time-single"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("note: 1 records of " + file + " were refused; `tilewright import` names them\n"));
}

TEST(Replay, WrongUse) {
  const std::string file = test::data_file("formats/tunable_op.csv").string();
  EXPECT_TRUE(failed_in_one_line(run({"tune", "--backend", "replay"}), 2));
  EXPECT_THAT(run({"tune", "--backend", "replay"}).err, HasSubstr("needs --recording FILE"));
  EXPECT_THAT(replay(file).err, HasSubstr("has 3 recordings; give --recording-index from 1 to 3"));
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{{},
                                                                                    {"--recording-index", "0"},
                                                                                    {"--recording-index", "4"},
                                                                                    {"--replay", "random"},
                                                                                    {"--replay-space", "all"},
                                                                                    {"--gpu", "h100"},
                                                                                    {"--shape", "1x1x1"},
                                                                                    {"--store", "s.sqlite"},
                                                                                    {"--repeats", "10ms"},
                                                                                    {"--seed", "-1"}}) {
    const Outcome outcome = replay(file, more);
    EXPECT_TRUE(failed_in_one_line(outcome, 2)) << testing::PrintToString(more) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Replay, NoConfigThatWorksIsCodeThree) {
  const std::string file = test::data_file("formats/tunable_op.csv").string();
  const Outcome outcome = replay(file, {"--recording-index", "2", "--time-single"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("no valid config"));
}

TEST(ReplaySharedData, TheTableOfFifteenParametersIsReadable) {
  const auto file = test::shared_file("kerneltuner_gemm_RTX_3090.json.gz");
  if (!file) GTEST_SKIP() << "there is no ../shared/data";
  const Outcome outcome = replay(file->string(), {"--repeats", "32"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\nin all: KWG=32 KWI=2 STRM=0 STRN=0 PRECISION=32\n"),
                                 HasSubstr("17956 of 17956 kept configs tried, 32 samples each")));
  EXPECT_LT(std::ranges::count(outcome.out, '\n'), 70);
}

/// Two launches of one config, one that may be of several, one that is of none, one without DRAM traffic.
std::string ncu_file(const ScratchFolder& folder) {
  std::string text =
      "==PROF== Connected to process 1\n"
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
  const auto add = [&](const std::string& id, const std::string& grid, const std::string& metric,
                       const std::string& unit, const std::string& value) {
    text +=
        "\"" + id + "\",\"gemm\",\"256,1,1\",\"" + grid + "\",\"" + metric + "\",\"" + unit + "\",\"" + value + "\"\n";
  };
  // 4096 x 4096 x 4096 in tiles of 128 x 128: 1024 of them, 2 x 1 MB + 32 KiB each, 2,181 MB in all.
  for (const char* id : {"0", "1"}) {
    add(id, "1024,1,1", "launch__shared_mem_per_block_dynamic", "Kbyte/block", "49.15");
    add(id, "1024,1,1", "dram__bytes_read.sum", "Mbyte", "500");
    add(id, "1024,1,1", "dram__bytes_write.sum", "Mbyte", "45");
  }
  add("2", "16384,1,1", "dram__bytes.sum", "Gbyte", "8.6");
  add("3", "7,1,1", "dram__bytes.sum", "Gbyte", "1");
  add("4", "1024,1,1", "gpu__time_duration.sum", "msecond", "1");
  return folder.file("ncu.csv", text);
}

TEST(ExplainNcu, SetsWhatWasMeasuredBesideWhatTilesMove) {
  const ScratchFolder folder;
  const Outcome outcome = run({"explain", "--ncu", ncu_file(folder)});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out,
              HasSubstr("128  128  32          8           3  2181.038      545.000         2  L2 serves 75 %\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("note: launch 4 of gemm (grid 1024,1,1, block 256,1,1) has no DRAM traffic measured\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("note: launch 3 of gemm (grid 7,1,1, block 256,1,1) fits no config of this shape\n"));
  EXPECT_THAT(outcome.out, HasSubstr("note: launch 2 of gemm (grid 16384,1,1, block 256,1,1) fits 6 configs: "
                                     "32x32x32 w8 s2, "));
  EXPECT_THAT(outcome.out, HasSubstr("; whichever it is: no L2 reuse: GROUP_SIZE_M = 1?\n"));
}

TEST(ExplainNcu, JsonAndCsvHaveItToo) {
  const ScratchFolder folder;
  const Json json = Json::parse(run({"explain", "--ncu", ncu_file(folder), "--format", "json"}).out);
  int measured = 0;
  for (const Json& config : json["configs"]) measured += config["dram"].is_null() ? 0 : 1;
  EXPECT_EQ(measured, 1);
  EXPECT_EQ(json["dram_notes"].size(), 3U);
  EXPECT_THAT(run({"explain", "--ncu", ncu_file(folder), "--format", "csv"}).out, HasSubstr(",dram.verdict\n"));
}

TEST(ExplainNcu, FilesWithoutTrafficAreRefused) {
  const ScratchFolder folder;
  const Outcome outcome = run({"explain", "--ncu", test::data_file("formats/kernel_tuner.json").string()});
  EXPECT_TRUE(failed_in_one_line(outcome, 5)) << outcome.err;
  const std::string none = folder.file(
      "none.csv",
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
      "\"0\",\"gemm\",\"256,1,1\",\"1,1,1\",\"gpu__time_duration.sum\",\"msecond\",\"1\"\n");
  const Outcome without = run({"explain", "--ncu", none});
  EXPECT_TRUE(failed_in_one_line(without, 5)) << without.err;
  EXPECT_THAT(without.err, HasSubstr("measure dram__bytes_read.sum and dram__bytes_write.sum"));
}

}  // namespace
}  // namespace tilewright::cli
