#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> tune_into(const std::string& path) { return {"tune", "--format", "json", "--output", path}; }

std::string tuned() { return run({"tune", "--format", "json"}).out; }

TEST(Output, TheFileGetsWhatStandardOutputWould) {
  const ScratchFolder folder;
  const Outcome outcome = run(tune_into(folder.path("a.json")));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(content_of(folder.path("a.json")), tuned());
  EXPECT_THAT(folder.names(), ElementsAre("a.json"));
}

TEST(Output, EveryCommandWritesEveryFormat) {
  const ScratchFolder folder;
  for (const char* command : {"tune", "explain", "gpus", "doctor"})
    for (const char* format : {"table", "json", "csv"}) {
      const std::string path = folder.path(std::string(command) + "." + format);
      EXPECT_EQ(run({command, "--format", format, "--output", path}).code, 0);
      EXPECT_EQ(content_of(path), run({command, "--format", format}).out) << command << " " << format;
      EXPECT_NE(content_of(path), "");
    }
}

TEST(Output, AFileThatIsThereIsReplacedAndKeepsItsMode) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.json", std::string(1 << 20, 'x'));
  fs::permissions(path, fs::perms(0640));
  EXPECT_EQ(run(tune_into(path)).code, 0);
  EXPECT_EQ(content_of(path), tuned());
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
  EXPECT_THAT(folder.names(), ElementsAre("a.json"));
}

TEST(Output, ASymbolicLinkStays) {
  const ScratchFolder folder;
  fs::create_directory(folder.path("there"));
  fs::create_symlink("there/a.json", folder.path("link.json"));
  EXPECT_EQ(run(tune_into(folder.path("link.json"))).code, 0);
  EXPECT_TRUE(fs::is_symlink(folder.path("link.json")));
  EXPECT_EQ(content_of(folder.path("there/a.json")), tuned());
}

/// Expects the whole result on standard output, code 2, and one line that names the file and the reason.
void expect_printed_instead(const std::string& path, const std::string& why) {
  const Outcome outcome = run(tune_into(path));
  EXPECT_TRUE(failed_in_one_line(outcome, 2)) << path << ": " << outcome.code << " " << outcome.err;
  EXPECT_EQ(outcome.out, tuned());
  EXPECT_THAT(outcome.err, AllOf(HasSubstr(path), HasSubstr(why), HasSubstr("standard output")));
}

TEST(Output, WhatAFileDoesNotTakeIsPrinted) {
  const ScratchFolder folder;
  expect_printed_instead(folder.path("missing/a.json"), "No such file or directory");
  expect_printed_instead(folder.path(""), "it is a folder");
  expect_printed_instead(folder.path("new/"), "it is a folder");
  expect_printed_instead(folder.file("file", "") + "/a.json", "Not a directory");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST(Output, AFolderThatIsClosedTakesNoNewFile) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const ScratchFolder folder;
  fs::create_directory(folder.path("closed"));
  const std::string open_file = folder.file("closed/open.json", std::string(1 << 20, 'x'));
  fs::permissions(folder.path("closed"), fs::perms(0500));
  expect_printed_instead(folder.path("closed/a.json"), "Permission denied");
  EXPECT_EQ(run(tune_into(open_file)).code, 0);
  EXPECT_EQ(content_of(open_file), tuned());
  fs::permissions(folder.path("closed"), fs::perms(0700));
}

TEST(Output, AFullDiskIsNoticedAndLeavesWhatWasThere) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.json", "what was there");
  const Outcome outcome = run(tune_into(path), {.max_file_bytes = 100});
  EXPECT_TRUE(failed_in_one_line(outcome, 2)) << outcome.code << " " << outcome.err;
  EXPECT_EQ(outcome.out, tuned());
  EXPECT_THAT(outcome.err, AllOf(HasSubstr(path), HasSubstr("File too large")));
  EXPECT_EQ(content_of(path), "what was there");
  EXPECT_THAT(folder.names(), ElementsAre("a.json"));
}

TEST(Output, AFullDeviceIsNoticed) {
  const ScratchFolder folder;
  const auto device = full_device(folder);
  if (!device) GTEST_SKIP() << "no device can be made here";
  expect_printed_instead(*device, "No space left on device");
  EXPECT_TRUE(fs::is_character_file(*device));
}

TEST(Output, APipeIsWrittenAsItIs) {
  const ScratchFolder folder;
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Outcome outcome =
      run_line("tilewright tune --format json --output '" + pipe + "' & cat '" + pipe + "'; wait $!");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, tuned());
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(Output, ALinkToWhatHasNoNameStays) {
  const ScratchFolder folder;
  fs::create_symlink("/proc/self/fd/1", folder.path("link"));
  const Outcome outcome = run(tune_into(folder.path("link")));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, tuned());
  EXPECT_TRUE(fs::is_symlink(folder.path("link")));
  const std::string deleted =
      run_line("cd '" + folder.path("") + "' && exec 3>gone && rm gone && ln -s /proc/self/fd/3 l3" +
               " && tilewright gpus --output l3 && readlink l3")
          .out;
  EXPECT_EQ(deleted, "/proc/self/fd/3\n");
  EXPECT_THAT(folder.names(), ElementsAre("l3", "link"));
}

TEST(Output, LinksInACircleAreRefused) {
  const ScratchFolder folder;
  fs::create_symlink("b", folder.path("a"));
  fs::create_symlink("a", folder.path("b"));
  expect_printed_instead(folder.path("a"), "Too many levels of symbolic links");
  EXPECT_TRUE(fs::is_symlink(folder.path("a")) && fs::is_symlink(folder.path("b")));
}

TEST(Output, AFullStandardOutputIsNoticed) {
  for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{
           {"tune"}, {"explain"}, {"gpus"}, {"doctor"}, {"--help"}, {"--version"}, {"tune", "--help"}}) {
    const Outcome outcome = run(line, {.out_path = "/dev/full"});
    EXPECT_TRUE(failed_in_one_line(outcome, 70)) << testing::PrintToString(line) << outcome.code << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("standard output"), HasSubstr("No space left on device")));
  }
}

TEST(Output, ColourOnlyOnATerminalThatWantsIt) {
  if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudoterminals";
  const auto on_terminal = [](std::vector<std::string> environment) {
    return run({"tune"}, {.environment = std::move(environment), .out_is_terminal = true}).out;
  };
  EXPECT_THAT(on_terminal({"TERM=xterm"}), HasSubstr("\033[1;32m*  256  128"));
  EXPECT_THAT(on_terminal({"TERM=xterm", "NO_COLOR="}), HasSubstr("\033["));
  EXPECT_THAT(on_terminal({"TERM=xterm", "NO_COLOR=1"}), AllOf(HasSubstr("*  256  128"), Not(HasSubstr("\033["))));
  EXPECT_THAT(on_terminal({"TERM=dumb"}), Not(HasSubstr("\033[")));
  EXPECT_THAT(run({"tune"}, {.environment = {"TERM=xterm"}}).out, Not(HasSubstr("\033[")));
}

TEST(Output, ProgressOnlyOnATerminal) {
  if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudoterminals";
  const auto on_terminal = [](const std::vector<std::string>& line) { return run(line, {.err_is_terminal = true}); };
  const Outcome shown = on_terminal({"tune", "--warmup", "1"});
  EXPECT_THAT(shown.err, AllOf(HasSubstr("measuring: 208 of 208 samples, 100 %"), testing::EndsWith("\r\033[K")));
  EXPECT_EQ(shown.out, run({"tune", "--warmup", "1"}).out);
  EXPECT_EQ(on_terminal({"tune", "--quiet"}).err, "");
  EXPECT_EQ(on_terminal({"explain"}).err, "");
  EXPECT_EQ(run({"tune"}).err, "");
}

}  // namespace
}  // namespace tilewright::cli
