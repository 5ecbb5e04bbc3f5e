#include "core/store/lookup/table_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "core/store/shape_table.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::lookup {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kGood = R"({
  "schema": "tilewright.shape_table/1",
  "key": {"kernel": "gemm", "dtype": "fp16"},
  "method": {"name": "by \"hand\" \u00e9\ud83d\ude00", "cold": true},
  "device": {"name": "rtx3070", "sms": 46, "peak_tflops": 40.0},
  "default": {"BM": 64},
  "entries": [
    {"M": 16, "N": 4096, "K": 64, "config": {"BM": 16}, "median_ms": 0.5, "default_ms": 1, "predicted_ms": null, "samples": 25},
    {"M": 8, "N": 4096, "K": 64, "config": {"BM": 64}, "median_ms": 2e-3, "default_ms": null, "predicted_ms": 0.25, "samples": 3}
  ]
}
)";

std::string replaced(const std::string& old_part, const std::string& new_part) {
  std::string text = kGood;
  const std::size_t position = text.find(old_part);
  EXPECT_NE(position, text.npos) << old_part;
  return text.replace(position, old_part.size(), new_part);
}

void expect_refused(const std::string& text, const testing::Matcher<std::string>& line) {
  EXPECT_ERROR(static_cast<void>(parse_table(text, "t.json")), ErrorKind::bad_file,
               AllOf(StartsWith("t.json:"), Not(HasSubstr("\n")), line));
}

TEST(TableReader, ReadsEverything) {
  const Table table = parse_table(kGood, "t.json");
  EXPECT_EQ(table.key, (Fields{{"kernel", "gemm"}, {"dtype", "fp16"}}));
  EXPECT_EQ(table.method, (Fields{{"name", "by \"hand\" \u00e9\U0001F600"}, {"cold", true}}));
  EXPECT_EQ(table.device, (Fields{{"name", "rtx3070"}, {"sms", std::int64_t{46}}, {"peak_tflops", 40.0}}));
  EXPECT_EQ(table.configs, (std::vector<Fields>{{{"BM", std::int64_t{64}}}, {{"BM", std::int64_t{16}}}}));
  EXPECT_EQ(table.default_config, 0U);
  ASSERT_EQ(table.entries.size(), 2U);
  const Entry& first = table.entries[0];  // in order of the shapes
  EXPECT_EQ(first.shape.m, 8);
  EXPECT_EQ(first.config, 0U);
  EXPECT_EQ(first.median_ms, 2e-3);
  EXPECT_EQ(first.default_ms, std::nullopt);
  EXPECT_EQ(first.predicted_ms, 0.25);
  EXPECT_EQ(first.samples, 3);
  EXPECT_EQ(table.entries[1].default_ms, 1.0);
}

TEST(TableReader, TakesOtherOrdersBlanksLineEndsAndAMark) {
  EXPECT_EQ(parse_table("\xEF\xBB\xBF" + kGood, "t").entries.size(), 2U);
  std::string windows = kGood;
  for (std::size_t at = 0; (at = windows.find('\n', at)) != windows.npos; at += 2) windows.insert(at, "\r");
  EXPECT_EQ(parse_table(windows, "t").entries.size(), 2U);
  EXPECT_EQ(parse_table(replaced("\"K\": 64, \"config\": {\"BM\": 16}", "\"config\":{\"BM\":16},\"K\":64"), "t")
                .entries.size(),
            2U);
}

TEST(TableReader, TakesATableWithoutEntries) {
  const std::string head = kGood.substr(0, kGood.find("[\n"));
  EXPECT_EQ(parse_table(head + "[]}", "t").entries.size(), 0U);
}

TEST(TableReader, RefusesWhatIsCutOffAtAnyByte) {
  for (std::size_t size = 0; size + 2 < kGood.size(); ++size) expect_refused(kGood.substr(0, size), testing::_);
}

TEST(TableReader, RefusesWhatIsNoTable) {
  expect_refused("", HasSubstr("empty"));
  expect_refused("  \n", HasSubstr("t.json:2: '{' is expected, not the end"));
  expect_refused("M,N,K\n1,2,3\n", HasSubstr("t.json:1: '{' is expected, not 'M'"));
  expect_refused("[]", HasSubstr("'{' is expected, not '['"));
  expect_refused("{}", HasSubstr("'schema' is missing"));
  expect_refused(std::string(100, '\0'), testing::_);
  expect_refused(std::string(std::size_t{1} << 20, '['), testing::_);
  expect_refused("{\"entries\":" + std::string(std::size_t{1} << 20, '['), testing::_);
  expect_refused("{\"schema\": \"tilewright.tune/1\"", HasSubstr("the schema is 'tilewright.tune/1', not"));
  expect_refused(kGood + "x", HasSubstr("t.json:12: something follows"));
}

TEST(TableReader, NamesTheLineAndWhatIsWrong) {
  expect_refused(replaced("table/1", "table/2"), HasSubstr("t.json:2: the schema is 'tilewright.shape_table/2'"));
  expect_refused(replaced("0.5", "NaN"), HasSubstr("t.json:8: a value is expected, not 'NaN'"));
  expect_refused(replaced("0.5", "Infinity"), HasSubstr("t.json:8: a value is expected"));
  expect_refused(replaced("0.5", "1e999"), HasSubstr("t.json:8: a number is out of range"));
  expect_refused(replaced("0.5", "0"), HasSubstr("t.json:8: 'median_ms' is '0', not a time above 0"));
  expect_refused(replaced("0.5", "-1.0"), HasSubstr("t.json:8: 'median_ms' is '-1', not a time above 0"));
  expect_refused(replaced("0.5", "null"), HasSubstr("t.json:8: a value is expected, not 'null'"));
  expect_refused(replaced("0.5", "\"0.5\""), HasSubstr("'median_ms' is '0.5', not a time"));
  expect_refused(replaced("0.5", "0.5.5"), HasSubstr("t.json:8: '}' is expected, not '.5'"));
  expect_refused(replaced("0.5", "05"), HasSubstr("a value is expected, not '05'"));
  expect_refused(replaced("0.5", "5."), HasSubstr("a value is expected, not '5.'"));
  expect_refused(replaced("\"M\": 16", "\"M\": 0"),
                 HasSubstr("t.json:8: 'M' is '0', not an integer from 1 to 2147483647"));
  expect_refused(replaced("\"M\": 16", "\"M\": 2147483648"), HasSubstr("'M' is '2147483648'"));
  expect_refused(replaced("\"M\": 16", "\"M\": 16.0"), HasSubstr("'M' is '16'"));
  expect_refused(replaced("\"M\": 16", "\"M\": 99999999999999999999"), HasSubstr("out of range"));
  expect_refused(replaced("\"M\": 16", "\"M\": 8"), HasSubstr("t.json:9: this shape is there twice"));
  expect_refused(replaced("\"N\": 4096, ", ""), HasSubstr("t.json:8: 'N' is missing"));
  expect_refused(replaced("\"N\": 4096", "\"N\": 4096, \"N\": 4096"), HasSubstr("t.json:8: 'N' is there twice"));
  expect_refused(replaced("\"N\": 4096", "\"n\": 4096"), HasSubstr("'n' does not belong into an entry"));
  expect_refused(replaced("\"key\"", "\"keys\""), HasSubstr("t.json:3: 'keys' does not belong into a table"));
  expect_refused(replaced("{\"BM\": 64}", "{\"BM\": [64]}"), HasSubstr("t.json:6: a value is expected, not '[64'"));
  expect_refused(replaced("rtx3070", "\xFF"), HasSubstr("t.json:5: a text is not UTF-8"));
  expect_refused(replaced("rtx3070", "a\nb"), HasSubstr("t.json:5: a text holds a control character"));
  expect_refused(replaced("rtx3070", "\\x"), HasSubstr("escape that JSON does not know"));
  expect_refused(replaced("rtx3070", "\\u12G4"), HasSubstr("without four digits"));
  expect_refused(replaced("rtx3070", "\\ud83d"), HasSubstr("half a surrogate pair"));
}

TEST(TableReader, RefusesAnObjectWithoutEnd) {
  std::string many = "{\"key\": {";
  for (int i = 0; i < 300; ++i) many += "\"" + std::to_string(i) + "\": 0,";
  expect_refused(many, HasSubstr("over 256 members"));
}

RC_GTEST_PROP(TableReaderLaws, NoTextBreaksIt, ()) {
  std::string text = kGood;
  for (int changes = *rc::gen::inRange(1, 4); changes > 0; --changes)
    text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
  try {
    const Table table = parse_table(text, "t");
    RC_ASSERT(store::shape_table_text(parse_table(store::shape_table_text(table), "t")) ==
              store::shape_table_text(table));
  } catch (const Error& fault) {
    RC_ASSERT(fault.kind() == ErrorKind::bad_file);
  }
}

TEST(ReadTable, NamesFilesThatCannotBeRead) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "t.json").string();
  const auto refused = [&](const std::string& what) {
    EXPECT_ERROR(static_cast<void>(read_table(path)), ErrorKind::bad_file, path + ": " + what);
  };
  refused("No such file or directory");
  std::filesystem::create_directory(path);
  refused("it is not a regular file");
  std::filesystem::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  refused("it is not a regular file");
  std::filesystem::remove(path);
  std::ofstream(path).close();
  refused("it is empty, not a table");
  std::filesystem::resize_file(path, kMaxTableBytes + 1);
  refused("it is over 67108864 bytes");
  std::ofstream(path, std::ios::binary) << kGood;
  EXPECT_EQ(read_table(path).entries.size(), 2U);
}

}  // namespace
}  // namespace tilewright::lookup
