#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

bool has_gnuplot() { return fs::exists("/usr/bin/gnuplot"); }

TEST(Plot, WithoutGnuplotItSaysHowToGetItBeforeAnythingIsMeasured) {
  const ScratchFolder folder;
  for (const char* path : {"PATH=/nowhere", "PATH=", "PATH=:", "HOME=/"}) {
    const Outcome outcome = run({"tune", "--plot", folder.path("a.svg")}, {.environment = {path}});
    EXPECT_TRUE(failed_in_one_line(outcome, 4)) << outcome.code << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("apt install gnuplot-nox"));
  }
  EXPECT_TRUE(folder.names().empty());
}

/// A program in `folder/gnuplot` that does as the shell script says.
Surroundings with_gnuplot(const ScratchFolder& folder, const std::string& script) {
  fs::permissions(folder.file("gnuplot", "#!/bin/sh\n" + script), fs::perms(0755));
  return {.environment = {"PATH=/nowhere:" + folder.path("")}};
}

TEST(Plot, WritesWhatGnuplotDraws) {
  const ScratchFolder folder;
  const Outcome outcome = run({"tune", "--plot", folder.path("a.svg")},
                              with_gnuplot(folder, "echo drawn; while read -r x; do echo \"$x\"; done"));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, run({"tune"}).out);
  EXPECT_THAT(content_of(folder.path("a.svg")), AllOf(HasSubstr("drawn\n"), HasSubstr("'* 256x128x32 w8 s2' 2")));
  EXPECT_THAT(folder.names(), testing::ElementsAre("a.svg", "gnuplot"));
}

TEST(Plot, AGnuplotThatFailsDoesNotLoseTheResult) {
  const ScratchFolder folder;
  for (const char* script : {"echo 'no terminal svg' >&2; exit 1", "echo 'no terminal svg' >&2; kill -9 $$", ""}) {
    const Outcome outcome = run({"tune", "--plot", folder.path("a.svg")}, with_gnuplot(folder, script));
    EXPECT_TRUE(failed_in_one_line(outcome, 4)) << script << outcome.code << outcome.err;
    EXPECT_EQ(outcome.out, run({"tune"}).out);
    EXPECT_THAT(outcome.err, HasSubstr(*script == '\0' ? "it drew nothing;" : "no terminal svg"));
    EXPECT_FALSE(fs::exists(folder.path("a.svg")));
  }
}

TEST(Plot, APathThatCannotBeWrittenIsRefusedFirst) {
  const ScratchFolder folder;
  const Surroundings surroundings = with_gnuplot(folder, "echo drawn");
  for (const std::string& path : {folder.path("missing/a.svg"), folder.path("")}) {
    const Outcome outcome = run({"tune", "--plot", path}, surroundings);
    EXPECT_TRUE(failed_in_one_line(outcome, 2)) << outcome.code << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  const auto device = full_device(folder);
  const Outcome full = run({"tune", "--plot", device.value_or(folder.path("missing/a.svg"))}, surroundings);
  EXPECT_TRUE(failed_in_one_line(full, 2));
  const std::string one = folder.path("one");
  EXPECT_TRUE(failed_in_one_line(run({"tune", "--plot", one, "--output", one}, surroundings), 2));
}

TEST(Plot, WithNothingMeasuredItSaysSo) {
  const ScratchFolder folder;
  const Outcome outcome =
      run({"tune", "--fail", "launch", "--plot", folder.path("a.svg")}, with_gnuplot(folder, "echo drawn"));
  EXPECT_TRUE(failed_in_one_line(outcome, 3)) << outcome.err;
  EXPECT_FALSE(fs::exists(folder.path("a.svg")));
}

TEST(Plot, GnuplotDrawsAllKindsOfRuns) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const ScratchFolder folder;
  for (const std::vector<std::string>& flags :
       std::vector<std::vector<std::string>>{{},
                                             {"--top-k", "all"},
                                             {"--repeats", "1"},
                                             {"--noise", "0"},
                                             {"--fail", "launch:BM=128"},
                                             {"--fail", "launch:BM=128", "--fail", "launch:BK=64", "--fail",
                                              "launch:num_stages=3", "--fail", "launch:num_stages=4"}}) {
    std::vector<std::string> line{"tune", "--plot", folder.path("a.svg")};
    line.insert(line.end(), flags.begin(), flags.end());
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(content_of(folder.path("a.svg")), AllOf(HasSubstr("<svg"), HasSubstr("</svg>"),
                                                        HasSubstr("<text>* 256x128x32 w8 s"), HasSubstr("time [ms]")));
    fs::remove(folder.path("a.svg"));
  }
}

}  // namespace
}  // namespace tilewright::cli
