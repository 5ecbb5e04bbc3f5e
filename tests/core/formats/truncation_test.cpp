// Every small file, cut off after each of its bytes: what is read is what the whole file has there, or nothing. And
// with each of its texts emptied: nothing but an `Error` of one line comes out of a reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.hpp"
#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

std::vector<std::string> small_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::data_file("formats")))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> rows_of(const Reading& reading) {
  std::vector<std::string> rows;
  for (const Recording& recording : reading.recordings)
    for (const Row& row : recording.rows) rows.push_back(to_text(recording.problem) + "\n" + text_of(row));
  return rows;
}

class Truncated : public testing::TestWithParam<std::string> {};

TEST_P(Truncated, GivesRowsOrANamedProblem) {
  const std::string text = test::bytes_of(test::data_file("formats/" + GetParam()));
  const std::vector<std::string> all = rows_of(read_text(text, "it"));
  ASSERT_FALSE(all.empty());
  for (std::size_t size = 0; size < text.size(); ++size) {
    try {
      const Reading reading = read_text(std::string_view(text).substr(0, size), "it");
      const auto rows = rows_of(reading);
      // The last line of a text may end in the middle of a number; searches and repetitions may have more to come.
      const auto wrong =
          std::ranges::count_if(rows, [&](const std::string& row) { return !std::ranges::count(all, row); });
      const bool is_record_by_record = GetParam().ends_with(".json") && GetParam() != "google_benchmark.json";
      EXPECT_LE(wrong, is_record_by_record ? 0 : 1) << "at byte " << size;
      EXPECT_LE(rows.size(), all.size() + 1) << "at byte " << size;
      const bool is_json = text.starts_with('{') && !GetParam().starts_with("kernel_tuner");
      const bool is_whole = size + 2 >= text.size();
      EXPECT_TRUE(!is_json || is_whole || !reading.refused.empty()) << "at byte " << size;
    } catch (const Error& fault) {
      EXPECT_EQ(fault.kind(), ErrorKind::bad_file);
      EXPECT_THAT(fault.what(), testing::StartsWith("it: "));
      EXPECT_THAT(fault.what(), testing::Not(testing::HasSubstr("\n")));
    }
  }
}

/// A field without a name, a unit that is empty, a kernel of no name, wherever the file has a text in quotes.
TEST_P(Truncated, IsReadOrRefusedWithAnyOfItsTextsEmpty) {
  const std::string text = test::bytes_of(test::data_file("formats/" + GetParam()));
  for (std::size_t open = text.find('"'); open != std::string::npos;) {
    const std::size_t close = text.find('"', open + 1);
    if (close == std::string::npos) break;
    try {
      static_cast<void>(read_text(text.substr(0, open + 1) + text.substr(close), "it"));
    } catch (const Error& fault) {
      EXPECT_EQ(fault.kind(), ErrorKind::bad_file);
      EXPECT_THAT(fault.what(), testing::StartsWith("it: "));
    }
    open = text.find('"', close + 1);
  }
}

TEST_P(Truncated, ReadsTheSameWithOtherLineEndsAndAByteOrderMark) {
  const std::string text = test::bytes_of(test::data_file("formats/" + GetParam()));
  std::string other = "\xEF\xBB\xBF";
  for (const char byte : text) other += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
  if (GetParam() == "tune.csv") return;  // has a line break in a field
  EXPECT_EQ(text_of(read_text(other, "it")), text_of(read_text(text, "it")));
}

INSTANTIATE_TEST_SUITE_P(SmallFiles, Truncated, testing::ValuesIn(small_files()), [](const auto& file) {
  std::string name = file.param;
  std::ranges::replace(name, '.', '_');
  return name;
});

}  // namespace
}  // namespace tilewright::formats
