#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::array kCommands{"tune",        "explain",      "sweep",       "lookup",     "import",
                               "export",      "gpus",         "doctor",      "store list", "store show",
                               "store prune", "store verify", "store export"};

/// `store list` as two arguments, `--help` after them.
std::vector<std::string> help_of(const std::string& command) {
  std::vector<std::string> words;
  std::istringstream text(command);
  for (std::string word; text >> word;) words.push_back(word);
  words.emplace_back("--help");
  return words;
}

TEST(Usage, HelpListsTheCommands) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const char* command : kCommands) EXPECT_THAT(outcome.out, HasSubstr(command));
}

TEST(Usage, VersionIsOneLine) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, testing::MatchesRegex("tilewright [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

/// The lines after "Example:", without their indent.
std::string example_in(const std::string& help) {
  const std::string mark = "Example:\n  ";
  const std::size_t position = help.find(mark);
  return position == std::string::npos ? "false" : help.substr(position + mark.size());
}

TEST(Usage, EveryExampleWorks) {
  std::vector<std::string> commands(kCommands.begin(), kCommands.end());
  commands.emplace_back();
  for (const std::string& command : commands) {
    const ScratchFolder folder;  // for the files that it makes
    const Outcome help = run(help_of(command));
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_EQ(help.err, "") << command;
    const std::string example = example_in(help.out);
    EXPECT_THAT(example, StartsWith("tilewright ")) << command;
    const Outcome outcome = run_line(fmt::format("cd '{}'\n{}", folder.path(""), example));
    EXPECT_EQ(outcome.code, 0) << example;
    EXPECT_EQ(outcome.err, "") << example;
    EXPECT_NE(outcome.out, "") << example;
  }
}

TEST(Usage, HelpHasAnExampleAtItsEnd) {
  for (const char* command : kCommands)
    EXPECT_THAT(run(help_of(command)).out, testing::ContainsRegex("\nExample:\n(  tilewright [^\n]+\n)+$")) << command;
}

TEST(Usage, WithoutACommandItNamesThem) {
  const Outcome outcome = run({});
  EXPECT_TRUE(failed_in_one_line(outcome, 2)) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("tune, explain, sweep, lookup, import, export, gpus, doctor"));
}

TEST(Usage, UnknownCommandsAreRefused) {
  for (const char* command : {"foo", "tun", "Tune", "lookups", "", "-h", "--Version", "--help="}) {
    const Outcome outcome = run({command});
    EXPECT_TRUE(failed_in_one_line(outcome, 2)) << command << ": " << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("tune, explain, sweep, lookup, import, export, gpus, doctor"));
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Usage, FlagsAreTakenAsTheyAreOnly) {
  const std::vector<std::vector<std::string>> lines{{"tune", "--unknown"},
                                                    {"tune", "--see", "1"},
                                                    {"tune", "--seed", "1", "--seed", "1"},
                                                    {"tune", "--Seed", "1"},
                                                    {"tune", "-seed", "1"},
                                                    {"tune", "junk"},
                                                    {"tune", ""},
                                                    {"tune", "--", "junk"},
                                                    {"tune", "--seed"},
                                                    {"tune", "--seed="},
                                                    {"tune", "--seed", "--quiet"},
                                                    {"tune", "--output", "--quiet"},
                                                    {"tune", "--quiet=1"},
                                                    {"tune", "--quiet", "--quiet"},
                                                    {"tune", "--gpu", ""},
                                                    {"tune", "--help", "--foo"},
                                                    {"explain", "--backend", "x"},
                                                    {"explain", "--seed", "0"},
                                                    {"gpus", "--shape", "1x1x1"},
                                                    {"gpus", "rtx3070"},
                                                    {"doctor", "now"},
                                                    {"import"},
                                                    {"import", "--lint"},
                                                    {"import", "a", "--file", "b"},
                                                    {"import", "a", "--lint", "--lint"},
                                                    {"export", "--to", "t4"},
                                                    {"export", "a", "b", "--to", "t4"},
                                                    {"export", "a"},
                                                    {"export", "a", "--to", "xml"},
                                                    {"export", "a", "--format", "json"},
                                                    {"--help", "tune"},
                                                    {"--quiet", "tune"}};
  for (const auto& line : lines) {
    const Outcome outcome = run(line);
    EXPECT_TRUE(failed_in_one_line(outcome, 2)) << testing::PrintToString(line) << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Usage, ValuesMayStandBehindAnEqualSign) {
  EXPECT_EQ(run({"tune", "--seed=3", "--top-k=2"}).out, run({"tune", "--seed", "3", "--top-k", "2"}).out);
}

TEST(Usage, WhatIsWrongIsNamedWithWhereToLook) {
  EXPECT_THAT(run({"tune", "--foo"}).err, testing::AllOf(HasSubstr("--foo"), HasSubstr("tilewright tune --help")));
  EXPECT_THAT(run({"explain", "junk"}).err,
              testing::AllOf(HasSubstr("'junk'"), HasSubstr("tilewright explain --help")));
}

}  // namespace
}  // namespace tilewright::cli
