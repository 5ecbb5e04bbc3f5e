#include "core/report/text_table.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tilewright::report {
namespace {

const std::array<Column, 3> kColumns{{{"", Align::left}, {"name", Align::left}, {"ms"}}};
const std::array<Row, 2> kRows{{{.cells = {"*", "a", "10.5"}, .emphasized = true}, {.cells = {"", "µs€", "9.0"}}}};

TEST(TextTable, AlignsColumnsAndEndsLinesWithoutBlanks) {
  EXPECT_EQ(text_table(kColumns, kRows, {}),
            "   name    ms\n"
            "   ----  ----\n"
            "*  a     10.5\n"
            "   µs€    9.0\n");
}

TEST(TextTable, EmphasizesOnlyInColour) {
  EXPECT_EQ(text_table(kColumns, kRows, {.colour = true}),
            "   name    ms\n"
            "   ----  ----\n"
            "\033[1;32m*  a     10.5\033[0m\n"
            "   µs€    9.0\n");
}

TEST(TextTable, OneLineHasNoControlCharactersAndAnEnd) {
  EXPECT_EQ(one_line("a\nb\tc\033", 10), "a b c ");
  EXPECT_EQ(one_line("0123456789", 10), "0123456789");
  EXPECT_EQ(one_line("0123456789a", 10), "0123456...");
  EXPECT_EQ(one_line("µµµµµµµµµµµ", 10), "µµµµµµµ...");
  EXPECT_EQ(one_line("", 10), "");
}

TEST(TextTable, ShowsNothingThatATerminalObeys) {
  EXPECT_EQ(printable("a\033[1mb\r\n\x7F\xC2\x9B\xC2\xB5\xC2"), "a?[1mb????\xC2\xB5\xC2");
  const std::array<Column, 1> columns{{{"\033n", Align::left}}};
  const std::array<Row, 1> rows{{{.cells = {"a\nb"}}}};
  EXPECT_EQ(text_table(columns, rows, {}), "?n\n---\na?b\n");
}

TEST(TextTable, WordsOfAnId) { EXPECT_EQ(words("shared_memory_of_all"), "shared memory of all"); }

}  // namespace
}  // namespace tilewright::report
