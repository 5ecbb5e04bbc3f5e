#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kDefault = "BM=128,BN=128,BK=32,num_warps=8,num_stages=2";

Outcome sweep(std::vector<std::string> flags, const Surroundings& surroundings = {}) {
  flags.insert(flags.begin(), "sweep");
  return run(flags, surroundings);
}

/// The text of the table that a sweep with these flags makes.
std::string table_of(const std::vector<std::string>& flags) {
  const ScratchFolder folder;
  std::vector<std::string> all{"--table", folder.path("t.json")};
  all.insert(all.end(), flags.begin(), flags.end());
  const Outcome outcome = sweep(all);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(folder.names(), ElementsAre("t.json"));
  return content_of(folder.path("t.json"));
}

TEST(Sweep, MeasuresEachShapeAsTuneDoes) {
  const Json table = Json::parse(table_of({"--shapes", "16x4096x4096,4096x4096x4096"}));
  EXPECT_EQ(table["schema"], "tilewright.shape_table/1");
  EXPECT_EQ(table["device"]["name"], "rtx3070");
  EXPECT_EQ(table["key"].dump(), R"({"kernel":"gemm","dtype":"fp16"})");
  EXPECT_EQ(table["method"]["seed"], 0);
  ASSERT_EQ(table["entries"].size(), 2U);
  const Json& square = table["entries"][1];
  EXPECT_EQ(square["M"], 4096);
  // The published pick, which is not slower than the default.
  EXPECT_EQ(square["config"].dump(), R"({"BM":256,"BN":128,"BK":32,"num_warps":8,"num_stages":2})");
  EXPECT_NEAR(square["median_ms"].get<double>(), 3.877, 0.0005);
  EXPECT_NEAR(square["predicted_ms"].get<double>(), 3.709, 0.0005);
  EXPECT_EQ(square["samples"], 25);
}

TEST(Sweep, NeverPicksWhatIsSlowerThanTheDefault) {
  // The fastest of the published run: the rule alone would pick one of half the shared memory at 3.877 ms.
  const Json table = Json::parse(
      table_of({"--shapes", "4096x4096x4096", "--default", "BM=128,BN=256,BK=64,num_warps=8,num_stages=2"}));
  const Json& entry = table["entries"][0];
  EXPECT_EQ(entry["config"], table["default"]);
  EXPECT_EQ(entry["median_ms"], entry["default_ms"]);
  EXPECT_NEAR(entry["median_ms"].get<double>(), 3.760, 0.0005);
}

TEST(Sweep, TheDefaultIsTheModelsFirstOnTheMiddleShape) {
  const Json table = Json::parse(table_of({"--shapes", "16x4096x4096,4096x4096x4096,8192x4096x4096"}));
  const Json tuned = Json::parse(run({"tune", "--shape", "4096x4096x4096", "--format", "json"}).out);
  EXPECT_EQ(table["default"], tuned["trials"][0]["config"]);
}

TEST(Sweep, ADefaultThatIsRejectedOnAShapeHasNoTimeThere) {
  const Json table = Json::parse(table_of({"--shapes", "1x4096x4096", "--default", kDefault}));
  EXPECT_TRUE(table["entries"][0]["default_ms"].is_null());
}

TEST(Sweep, OrderAndInterruptionDoNotMatter) {
  const std::string all = "1x4096x4096,16x4096x4096,100x1000x300,512x512x512,4096x4096x4096";
  const std::string whole = table_of({"--shapes", all});
  EXPECT_EQ(table_of({"--shapes", "4096x4096x4096,100x1000x300,1x4096x4096,512x512x512,16x4096x4096"}), whole);
  EXPECT_NE(table_of({"--shapes", all, "--seed", "1"}), whole);

  const ScratchFolder folder;
  const std::string path = folder.path("t.json");
  ASSERT_EQ(sweep({"--shapes", all, "--table", path}).code, 0);
  // As if it had been interrupted after two shapes.
  Json interrupted = Json::parse(whole);
  interrupted["entries"].erase(interrupted["entries"].begin() + 2, interrupted["entries"].end());
  static_cast<void>(folder.file("t.json", interrupted.dump()));
  const Outcome outcome = sweep({"--shapes", all, "--table", path});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("3 tuned, 2 in the table already, 0 without"));
  EXPECT_EQ(content_of(path), whole);
}

TEST(Sweep, KilledAtAnyTimeItGoesOn) {
  const ScratchFolder folder;
  const std::string path = folder.path("t.json");
  std::string shapes;
  for (int m = 1; m <= 40; ++m) shapes += fmt::format("{}{}x512x512", m == 1 ? "" : ",", 16 * m);
  const std::string whole = table_of({"--shapes", shapes});
  for (int i = 1; i <= 8; ++i) {
    static_cast<void>(run_line(
        fmt::format("timeout -s KILL 0.0{} '{}' sweep --shapes {} --table '{}'", i, TILEWRIGHT_PROGRAM, shapes, path)));
    if (std::filesystem::exists(path)) {
      EXPECT_EQ(Json::parse(content_of(path))["schema"], "tilewright.shape_table/1");
    }
  }
  EXPECT_EQ(sweep({"--shapes", shapes, "--table", path}).code, 0);
  EXPECT_EQ(content_of(path), whole);
}

TEST(Sweep, ATableOfSomethingElseIsRefusedAndLeft) {
  const ScratchFolder folder;
  const std::string path = folder.path("t.json");
  ASSERT_EQ(sweep({"--shapes", "512x512x512", "--table", path}).code, 0);
  const std::string before = content_of(path);
  const auto refused = [&](std::vector<std::string> flags, const char* what) {
    flags.insert(flags.end(), {"--shapes", "64x64x64", "--table", path});
    const Outcome outcome = sweep(flags);
    EXPECT_TRUE(failed_in_one_line(outcome, 5)) << outcome.code << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(path), HasSubstr(what)));
  };
  refused({"--gpu", "h200"}, "device 'name' is rtx3070, not h200");
  refused({"--dtype", "bf16"}, "key 'dtype' is fp16, not bf16");
  refused({"--seed", "3"}, "method 'seed' is 0, not 3");
  refused({"--top-k", "9"}, "method 'top_k' is 8, not 9");
  refused({"--rule", "triton"}, "method 'rule' is t3, not triton");
  refused({"--default", kDefault}, "the default of the table there is BM=");
  EXPECT_EQ(content_of(path), before);
}

TEST(Sweep, ADamagedTableIsRefusedAndLeft) {
  const ScratchFolder folder;
  for (const char* text : {"", "{", "[]", "null", "{\"schema\": \"tilewright.tune/1\"}"}) {
    const std::string path = folder.file("t.json", text);
    EXPECT_TRUE(failed_in_one_line(sweep({"--shapes", "64x64x64", "--table", path}), 5)) << text;
    EXPECT_EQ(content_of(path), text);
  }
  EXPECT_THAT(folder.names(), ElementsAre("t.json"));
}

TEST(Sweep, PlacesThatTakeNoTableAreRefusedBeforeItMeasures) {
  const ScratchFolder folder;
  for (const std::string& path : {folder.path("none/t.json"), folder.path(""), std::string("/dev/null/t.json")}) {
    const Outcome outcome = sweep({"--shapes", "64x64x64", "--table", path});
    EXPECT_TRUE(failed_in_one_line(outcome, 2)) << path << outcome.code << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
  EXPECT_TRUE(failed_in_one_line(sweep({"--shapes", "64x64x64", "--table", folder.path("pipe")}), 5));
}

TEST(Sweep, TwoNeverWriteOneTable) {
  const ScratchFolder folder;
  const int lock = ::open(folder.path("t.json.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);
  const Outcome outcome = sweep({"--shapes", "64x64x64", "--table", folder.path("t.json")});
  EXPECT_TRUE(failed_in_one_line(outcome, 2)) << outcome.code << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("another sweep is writing it"));
  ::close(lock);
  EXPECT_EQ(sweep({"--shapes", "64x64x64", "--table", folder.path("t.json")}).code, 0);
  EXPECT_THAT(folder.names(), ElementsAre("t.json"));
}

TEST(Sweep, TakesWhatIsStoredAndStoresWhatItMeasures) {
  const ScratchFolder folder;
  const std::vector<std::string> flags{"--shapes", "64x64x64,512x512x512",  "--stream",  "per_config",
                                       "--store",  folder.path("s.sqlite"), "--default", kDefault};
  const Outcome first = sweep(flags);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, Not(HasSubstr("from the store")));
  const Outcome second = sweep(flags);
  EXPECT_THAT(second.out, HasSubstr("800 of 800 samples from the store"));
  EXPECT_EQ(second.out.substr(0, second.out.find("note: ")), first.out.substr(0, first.out.find("note: ")));
  EXPECT_TRUE(failed_in_one_line(sweep({"--shapes", "64x64x64", "--store", folder.path("s.sqlite")}), 2));
}

TEST(Sweep, AFullDiskLeavesTheTableAsItWas) {
  const ScratchFolder folder;
  const std::string path = folder.path("t.json");
  ASSERT_EQ(sweep({"--shapes", "512x512x512", "--table", path}).code, 0);
  const std::string before = content_of(path);
  const Outcome outcome =
      sweep({"--shapes", "64x64x64", "--table", path}, {.max_file_bytes = static_cast<std::int64_t>(before.size())});
  EXPECT_TRUE(failed_in_one_line(outcome, 2)) << outcome.code << outcome.err;
  EXPECT_EQ(content_of(path), before);
  EXPECT_THAT(folder.names(), ElementsAre("t.json"));
}

TEST(Sweep, AShapeWithoutAValidConfigEndsNothing) {
  const ScratchFolder folder;
  // At M = 1 only the smallest tiles are not all padding.
  const std::vector<std::string> flags{
      "--shapes", "1x4096x4096,4096x4096x4096", "--fail", "launch:BM=32", "--default", kDefault,
      "--table",  folder.path("t.json")};
  std::vector<std::string> as_json = flags;
  as_json.insert(as_json.end(), {"--format", "json"});
  const Outcome outcome = sweep(as_json);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["schema"], "tilewright.sweep/1");
  EXPECT_EQ(json["counts"].dump(), R"({"shapes":2,"tuned":1,"known":0,"no_valid_config":1})");
  EXPECT_EQ(json["shapes"][0]["state"], "no_valid_config");
  EXPECT_EQ(Json::parse(content_of(folder.path("t.json")))["entries"].size(), 1U);
  EXPECT_THAT(sweep(flags).out, HasSubstr("\nnote: 1x4096x4096: no valid config: all "));
}

TEST(Sweep, NoValidConfigAtAllIsCodeThree) {
  const ScratchFolder folder;
  const Outcome outcome =
      sweep({"--shapes", "64x64x64,512x512x512", "--fail", "launch", "--table", folder.path("t.json")});
  EXPECT_TRUE(failed_in_one_line(outcome, 3)) << outcome.code << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 without a valid config"));
  EXPECT_TRUE(folder.names().empty());
}

TEST(Sweep, ReadsAFileAndNamesItsBadLines) {
  const ScratchFolder folder;
  const std::string good = folder.file("good.csv", "M,N,K\n512,512,512\n# again\n512,512,512\n");
  const Outcome outcome = sweep({"--shapes", good, "--format", "json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["notes"].dump(),
            Json::array({good + ": line 4: 512x512x512 is in line 2 already"}).dump());

  const std::string bad = folder.file("bad.csv", "512,512,512\n0,1,1\n1,2\nx,1,1\n");
  const Outcome refused = sweep({"--shapes", bad});
  EXPECT_TRUE(failed_in_one_line(refused, 5)) << refused.code << refused.err;
  EXPECT_THAT(refused.err, AllOf(HasSubstr(bad), HasSubstr("line 2: M is '0'"), HasSubstr("line 3: 2 fields"),
                                 HasSubstr("line 4: M is 'x'")));
  for (const std::string& path : {folder.file("empty.csv", ""), folder.path(""), folder.path("none.csv")})
    EXPECT_TRUE(failed_in_one_line(sweep({"--shapes", path}), 5)) << path;
  EXPECT_TRUE(failed_in_one_line(sweep({"--shapes", "0x1x1"}), 5));
}

TEST(Sweep, WrongUseIsRefused) {
  EXPECT_TRUE(failed_in_one_line(sweep({}), 2));
  for (const char* text :
       {"BM=128", "BM=128,BM=128", "BM=3", "XX=1", "BM", "=", "BM=128,BN=128,BK=32,num_warps=8,num_stages=9"}) {
    const Outcome outcome = sweep({"--shapes", "64x64x64", "--default", text});
    EXPECT_TRUE(failed_in_one_line(outcome, 2)) << text << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--default '" + std::string(text) + "'"));
  }
  EXPECT_TRUE(failed_in_one_line(sweep({"--shapes", "64x64x64", "--rule", "fastest:XX"}), 2));
  EXPECT_TRUE(failed_in_one_line(sweep({"--shapes", "64x64x64", "--shape", "1x1x1"}), 2));
}

TEST(Sweep, CsvHasALineForEachShape) {
  const std::string csv = sweep({"--shapes", "64x64x64,512x512x512", "--format", "csv"}).out;
  EXPECT_THAT(csv, testing::StartsWith("M,N,K,state,BM,BN,BK,num_warps,num_stages,median_ms,default_ms,predicted_ms,"
                                       "samples,why_not\n64,64,64,tuned,"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
}

TEST(Sweep, ShowsItsProgressOnATerminal) {
  if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudoterminals";
  const Outcome outcome = sweep({"--shapes", "64x64x64,512x512x512"}, {.err_is_terminal = true});
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("\rshape 1 of 2: 64x64x64"),
                                 HasSubstr("\rshape 2 of 2: 512x512x512, 0 s left"), testing::EndsWith("\r\033[K")));
  EXPECT_EQ(sweep({"--shapes", "64x64x64", "--quiet"}, {.err_is_terminal = true}).err, "");
}

}  // namespace
}  // namespace tilewright::cli
