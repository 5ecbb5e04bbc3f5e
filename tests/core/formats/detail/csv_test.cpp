#include "core/formats/detail/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tilewright::formats {
namespace {

using testing::ElementsAre;

/// Every row as `LINE: field|field`, quoted ones in brackets, or `LINE! fault`.
std::vector<std::string> rows_of(std::string_view text) {
  std::vector<std::string> rows;
  CsvReader csv(text);
  while (true) {
    try {
      const auto row = csv.next();
      if (!row) return rows;
      std::string line = std::to_string(row->line) + ":";
      for (const CsvField& field : row->fields) line += field.quoted ? "[" + field.text + "]|" : field.text + "|";
      rows.push_back(line);
    } catch (const RecordFault& fault) {
      rows.push_back(std::to_string(csv.line()) + "! " + fault.what());
    }
  }
}

TEST(Csv, SplitsRows) {
  EXPECT_THAT(rows_of("a,b\n1,2\n"), ElementsAre("1:a|b|", "2:1|2|"));
  EXPECT_THAT(rows_of("a,,\r\n\r\n,b"), ElementsAre("1:a|||", "3:|b|"));
  EXPECT_THAT(rows_of("a b, c "), ElementsAre("1:a b| c |"));
  EXPECT_THAT(rows_of(""), ElementsAre());
  EXPECT_THAT(rows_of("\n\n"), ElementsAre());
}

TEST(Csv, TakesQuotes) {
  EXPECT_THAT(rows_of("\"a,b\",\"say \"\"x\"\"\",\"\"\nc\n"), ElementsAre("1:[a,b]|[say \"x\"]|[]|", "2:c|"));
  EXPECT_THAT(rows_of("\"two\nlines\",x\ny\n"), ElementsAre("1:[two\nlines]|x|", "3:y|"));
  EXPECT_THAT(rows_of("a \"b\",c"), ElementsAre("1:a \"b\"|c|"));
  EXPECT_THAT(rows_of("\"a\"\r\nb"), ElementsAre("1:[a]|", "2:b|"));
}

TEST(Csv, LosesNoLineButTheBrokenOne) {
  EXPECT_THAT(rows_of("\"a,b\nc,d\ne\n"), ElementsAre("1! a quote is not closed", "2:c|d|", "3:e|"));
  EXPECT_THAT(rows_of("\"a\"b\nc\n"), ElementsAre("1! text follows a closing quote", "2:c|"));
  EXPECT_THAT(rows_of("\"a\nb\",\"c\"d\ne"),
              ElementsAre("1! text follows a closing quote", "2! text follows a closing quote", "3:e|"));
  EXPECT_THAT(rows_of("\xFF\nb"), ElementsAre("1! it is not UTF-8", "2:b|"));
}

RC_GTEST_PROP(Csv, FieldsReadBackAsTheyWere, ()) {
  const auto any_field = rc::gen::container<std::string>(rc::gen::element('a', ',', '"', '\n', '\r', ' '));
  const auto fields = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(any_field));
  std::string text;
  for (const std::string& field : fields) text += (text.empty() ? "" : ",") + csv_field(field, true);
  CsvReader csv(text);
  const auto row = csv.next();
  RC_ASSERT(row.has_value());
  RC_ASSERT(row->fields.size() == fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) RC_ASSERT(row->fields[i].text == fields[i]);
}

TEST(CsvHeader, FindsColumnsByName) {
  const CsvHeader header(*CsvReader("b, a \n").next());
  const CsvRow row = *CsvReader("1.5,x\n").next();
  EXPECT_EQ(header.number(row, "b"), 1.5);
  EXPECT_EQ(header.field(row, "a"), "x");
  EXPECT_FALSE(header.has("c"));
  EXPECT_THROW(static_cast<void>(header.number(row, "a")), RecordFault);
  EXPECT_THROW(static_cast<void>(header.field(row, "c")), RecordFault);
  EXPECT_THROW(header.check(*CsvReader("1\n").next()), RecordFault);
}

}  // namespace
}  // namespace tilewright::formats
