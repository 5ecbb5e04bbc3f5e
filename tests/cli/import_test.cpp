#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/support/data.hpp"

namespace tilewright::cli {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string small(const std::string& name) { return test::data_file("formats/" + name).string(); }

TEST(Import, SaysWhatIsInAFile) {
  const std::string file = small("kernel_tuner.json");
  const Outcome outcome = run({"import", file});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, file +
                             ": kernel-tuner, 1 recording\n"
                             " 1 saxpy on Some GPU, problem_size=[4096,4096]\n"
                             "   4 rows, 3 failed\n"
                             "   best by median 2.000 ms  block=64 layout=row,col\n"
                             "   best by mean   2.500 ms  block=64 layout=row,col\n");
}

TEST(Import, ReadsEveryFormat) {
  for (const char* name : {"kernel_tuner.json", "t4.json", "t4_microseconds.json", "ktt.json", "tunable_op.csv",
                           "cutlass_profiler.csv", "ncu_long.csv", "ncu_wide.csv", "triton_autotune.json",
                           "google_benchmark.json", "luminal.log", "tune.json", "tune.csv"}) {
    for (const char* format : {"table", "json", "csv"}) {
      const Outcome outcome = run({"import", small(name), "--format", format});
      EXPECT_EQ(outcome.code, 0) << name << outcome.err;
      EXPECT_NE(outcome.out, "") << name;
    }
  }
}

TEST(Import, NamesWhatIsRefusedAndKeepsTheRest) {
  const std::string file = small("tunable_op.csv");
  const Outcome outcome = run({"import", file});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, StartsWith("tilewright: " + file + ":6: "));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("3 recordings, 1 refused\n"), HasSubstr("\n   best by median 0.05662 ms  ")));
  const Outcome strict = run({"import", file, "--strict"});
  EXPECT_EQ(strict.code, 5);
  EXPECT_EQ(strict.out, outcome.out);
}

TEST(Import, ManyRecordingsAreRowsOfATable) {
  const ScratchFolder folder;
  std::string text = "Validator,PT_VERSION,2.6.0\n";
  for (int i = 1; i <= 12; ++i)
    text += "GemmTunableOp_Half_TN,tn_" + std::to_string(i) + "_2_3,Solution_" + std::to_string(i) + ",0.5\n";
  const Outcome outcome = run({"import", folder.file("many.csv", text)});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("12 recordings\n #  recording "));
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1 + 2 + 12);
  EXPECT_THAT(outcome.out,
              testing::ContainsRegex("\n12  [^\n]*12[^\n]*   1       0     0.5000   0.5000  [^\n]*Solution_12\n"));
}

TEST(Import, LintSaysWhatLooksWrong) {
  const Outcome table = run({"import", small("kernel_tuner.json"), "--lint"});
  EXPECT_THAT(table.out, HasSubstr("\nlint: " + small("kernel_tuner.json") + ": recording 1: core_freqs is between "));
  const Outcome json = run({"import", small("kernel_tuner.json"), "--lint", "--format", "json"});
  EXPECT_EQ(json.out, run({"import", small("kernel_tuner.json"), "--format", "json"}).out);
  EXPECT_THAT(json.err, HasSubstr("recording 1: core_freqs is between "));
  const ScratchFolder folder;
  const std::string good = folder.path("good.json");
  EXPECT_EQ(run({"tune", "--format", "json", "--output", good, "--top-k", "all", "--noise", "0"}).code, 0);
  EXPECT_EQ(run({"import", good, "--lint"}).err, "");
}

TEST(Import, JsonAndCsvHoldAllAndCanBeImported) {
  const ScratchFolder folder;
  const std::vector<std::string> files{small("kernel_tuner.json"), small("t4.json"), small("cutlass_profiler.csv")};
  for (const char* format : {"json", "csv"}) {
    const std::string all = folder.path(std::string("all.") + format);
    EXPECT_EQ(run({"import", files[0], files[1], files[2], "--format", format, "--output", all}).code, 0);
    const std::string again = run({"import", all, "--format", format}).out;
    EXPECT_EQ(again, content_of(all)) << format;
  }
  const Json json = Json::parse(content_of(folder.path("all.json")));
  EXPECT_EQ(json["schema"], "tilewright.recording/1");
  EXPECT_EQ(json["recordings"][0]["source"], files[0]);
}

TEST(Import, ShowsNothingThatATerminalObeys) {
  const ScratchFolder folder;
  std::string text = content_of(small("kernel_tuner.json"));
  text.replace(text.find("saxpy"), 5, "\\u001b[31mx\\r\\n\\u009b1m");
  const Outcome outcome = run({"import", folder.file("evil.json", text), "--lint"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("?[31mx???1m on Some GPU"));
  EXPECT_EQ(outcome.out.find('\033'), std::string::npos);
  const Outcome tuned = run({"tune", "--backend", "replay", "--recording", folder.path("evil.json")});
  EXPECT_EQ(tuned.code, 0) << tuned.err;
  EXPECT_EQ(tuned.out.find('\033'), std::string::npos);
}

/// Expects that `import`, `export`, `explain --ncu` and `tune` say in one line with the file that they cannot use it.
void expect_bad(const std::string& path, const Surroundings& surroundings = {}) {
  const std::vector<std::vector<std::string>> lines{{"import", path},
                                                    {"import", path, "--lint", "--format", "json"},
                                                    {"export", path, "--to", "json"},
                                                    {"explain", "--ncu", path},
                                                    {"tune", "--backend", "replay", "--recording", path}};
  for (const auto& line : lines) {
    const Outcome outcome = run(line, surroundings);
    EXPECT_TRUE(failed_in_one_line(outcome, 5)) << line[0] << " " << path << ": " << outcome.code << outcome.err;
    EXPECT_EQ(outcome.out, "") << line[0];
    EXPECT_THAT(outcome.err, HasSubstr(path)) << line[0];
  }
}

TEST(ImportBadInput, WhatCannotBeRead) {
  const ScratchFolder folder;
  expect_bad(folder.path("missing"));
  std::filesystem::create_directory(folder.path("folder"));
  expect_bad(folder.path("folder"));
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
  expect_bad(folder.path("pipe"));
  expect_bad("/dev/null");
  const std::string closed = folder.file("closed", content_of(small("kernel_tuner.json")));
  std::filesystem::permissions(closed, std::filesystem::perms::none);
  std::filesystem::permissions(folder.path(""), std::filesystem::perms::all);
  expect_bad(closed, {.never_root = true});
}

TEST(ImportBadInput, WhatSaysNothing) {
  const ScratchFolder folder;
  expect_bad(folder.file("empty", ""));
  expect_bad(folder.file("blank", " \r\n"));
  expect_bad(folder.file("text", "hello"));
  expect_bad(folder.file("binary", std::string("\0\1\2\xFF", 4)));
  expect_bad(folder.file("utf16", std::string("\xFF\xFE{\0", 4)));
  expect_bad(folder.file("packed", std::string("\x1F\x8B\x08\0\0\0", 6)));
  expect_bad(folder.file("cut", content_of(small("kernel_tuner.json")).substr(0, 40)));
  expect_bad(folder.file("header", "Operation,Disposition,Status,OperationKind,Runtime\n"));
}

TEST(ImportBadInput, HundredMegabytesOfBrackets) {
  const ScratchFolder folder;
  const std::string path = folder.path("brackets");
  std::ofstream file(path);
  const std::string megabyte(1'000'000, '[');
  for (int i = 0; i < 100; ++i) file << megabyte;
  file.close();
  const Outcome outcome = run({"import", path});
  EXPECT_TRUE(failed_in_one_line(outcome, 5)) << outcome.code << outcome.err;
}

TEST(ImportBadInput, OneBadFileDoesNotHideTheOthers) {
  const ScratchFolder folder;
  const std::string bad = folder.path("missing");
  const Outcome outcome = run({"import", bad, small("t4.json")});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, StartsWith("tilewright: " + bad));
  EXPECT_EQ(outcome.out, run({"import", small("t4.json")}).out);
  EXPECT_EQ(run({"import", bad, small("t4.json"), "--strict"}).code, 5);
  EXPECT_EQ(run({"import", bad, bad}).code, 5);
}

TEST(ImportSharedData, SummarisesTheLargeFiles) {
  const auto file = test::shared_file("kerneltuner_convolution_A100.json.gz");
  if (!file) GTEST_SKIP() << "there is no ../shared/data";
  const Outcome outcome = run({"import", file->string()});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("4362 rows, 161 failed\n"));
}

TEST(Export, WritesWhatOtherToolsRead) {
  const ScratchFolder folder;
  const std::string tuned = folder.path("tuned.json");
  EXPECT_EQ(run({"tune", "--format", "json", "--output", tuned}).code, 0);
  const Json cache = Json::parse(run({"export", tuned, "--to", "kernel-tuner"}).out);
  EXPECT_EQ(cache["schema_version"], "1.1.0");
  EXPECT_EQ(cache["device_name"], "rtx3070");
  EXPECT_EQ(cache["cache"].size(), 8U);
  EXPECT_THAT(cache["cache"]["256,128,32,8,2"]["timestamp"].get<std::string>(),
              testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
  const Json results = Json::parse(run({"export", tuned, "--to", "t4"}).out);
  EXPECT_EQ(results["results"].size(), 8U);
  EXPECT_EQ(Json::parse(run({"export", tuned, "--to", "json"}).out)["recordings"].size(), 1U);
  EXPECT_THAT(run({"export", tuned, "--to", "csv"}).out, StartsWith("format,source,kernel,device,problem.M,"));
}

TEST(Export, OfSeveralRecordingsOneIsChosen) {
  const std::string file = small("tunable_op.csv");
  for (const char* format : {"kernel-tuner", "t4"}) {
    const Outcome outcome = run({"export", file, "--to", format});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr(file + " has 3 recordings; give --recording-index from 1 to 3"));
    EXPECT_EQ(run({"export", file, "--to", format, "--recording-index", "1"}).code, 0);
  }
  EXPECT_EQ(Json::parse(run({"export", file, "--to", "json"}).out)["recordings"].size(), 3U);
  EXPECT_EQ(Json::parse(run({"export", file, "--to", "json", "--recording-index", "3"}).out)["recordings"].size(), 1U);
  for (const char* index : {"0", "4", "-1", "x"})
    EXPECT_EQ(run({"export", file, "--to", "t4", "--recording-index", index}).code, 2) << index;
}

TEST(Export, WhatIsExportedImportsTheSame) {
  const ScratchFolder folder;
  const std::string tuned = folder.path("tuned.json");
  EXPECT_EQ(run({"tune", "--format", "json", "--output", tuned}).code, 0);
  for (const char* format : {"kernel-tuner", "t4", "json", "csv"}) {
    const std::string written = folder.path(format);
    EXPECT_EQ(run({"export", tuned, "--to", format, "--output", written}).code, 0);
    const auto replayed = [](const std::string& file) {
      return Json::parse(
          run({"tune", "--backend", "replay", "--recording", file, "--rule", "fastest:median", "--format", "json"})
              .out);
    };
    EXPECT_EQ(replayed(written)["choice"], replayed(tuned)["choice"]) << format;
  }
}

}  // namespace
}  // namespace tilewright::cli
