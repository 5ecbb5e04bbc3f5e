#include "core/report/csv.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

namespace tilewright::report {
namespace {

TEST(Csv, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"no\""), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(Csv, SeparatesFieldsByCommas) { EXPECT_EQ(csv_line(std::array<std::string, 3>{"a", "", "b,c"}), "a,,\"b,c\"\n"); }

/// The fields of one record, by RFC 4180.
std::vector<std::string> read_record(const std::string& line) {
  std::vector<std::string> fields{""};
  bool quoted = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (quoted && line[i] == '"' && line[i + 1] == '"')
      fields.back() += line[i++];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[i];
  }
  return fields;
}

RC_GTEST_PROP(Csv, FieldsReadBackAsTheyWere, ()) {
  const auto character = rc::gen::element<char>('a', ',', '"', '\n', '\r', ' ');
  const auto fields =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(character)));
  RC_ASSERT(read_record(csv_line(fields)) == fields);
}

}  // namespace
}  // namespace tilewright::report
