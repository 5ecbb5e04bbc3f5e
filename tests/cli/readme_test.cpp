// What the README says is so: its commands work, its figures come out, its code is that of the examples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

const std::string kSourceDir = TILEWRIGHT_SOURCE_DIR;

/// The lines of README.md between a line that is "```" and `language`, and the next "```".
std::vector<std::string> lines_of_blocks(const std::string& language) {
  std::istringstream readme(content_of(kSourceDir + "/README.md"));
  std::vector<std::string> lines;
  bool inside = false;
  bool wanted = false;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      wanted = inside && line == "```" + language;
    } else if (wanted) {
      lines.push_back(line);
    }
  }
  return lines;
}

TEST(Readme, ItsCommandsWork) {
  const ScratchFolder folder;
  int count = 0;
  for (std::string line : lines_of_blocks("sh")) {
    const std::string start = "./dev run ";
    if (!line.starts_with(start)) continue;
    ++count;
    line.replace(0, start.size(), "tilewright ");
    // Files go to a folder that is cleaned up.
    for (const char* name : {"result.json", "table.json"})
      if (const std::size_t file = line.find(name); file != line.npos) line.insert(file, folder.path(""));
    const Outcome outcome = run_line(line);
    EXPECT_EQ(outcome.code, 0) << line << "\n" << outcome.err;
    EXPECT_EQ(outcome.err, "") << line;
  }
  EXPECT_EQ(count, 10);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"result.json", "table.json"}));
}

TEST(Readme, NamesTheTwoCommands) {
  const std::vector<std::string> lines = lines_of_blocks("sh");
  EXPECT_EQ(lines.at(0), "./dev run");
  EXPECT_EQ(lines.at(1), "./dev test");
}

TEST(Readme, ShowsWhatTheProgramPrints) {
  const std::string out = run({"tune"}).out;
  for (const std::string& line : lines_of_blocks("")) {
    const bool is_row = line.starts_with('=') || line.starts_with('*') || line.starts_with("8 of 146");
    if (is_row) {
      EXPECT_THAT(out, testing::HasSubstr(line));
    }
  }
}

TEST(Readme, NamesEachFolderThatIsThere) {
  for (const char* folder : {"core/tuning", "core/gemm", "core/stats", "core/report", "core/formats", "core/store",
                             "sim", "backends", "kernels", "cli", "tests", "tests/bench", "examples"})
    EXPECT_THAT(content_of(kSourceDir + "/README.md"), testing::HasSubstr("`" + std::string(folder)));
}

}  // namespace
}  // namespace tilewright::cli
