#include "core/report/config_report.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tilewright::report {
namespace {

const std::vector<Config> kRows{{{"name", "a"}, {"count", 5}}, {{"name", "b, c"}, {"count", 10}}};

TEST(ConfigReport, ATableHasAColumnForEachName) {
  EXPECT_EQ(config_table(kRows, {}),
            "name  count\n"
            "----  -----\n"
            "a         5\n"
            "b, c     10\n");
  EXPECT_EQ(config_table({}, {}), "");
}

TEST(ConfigReport, JsonHasTheRowsUnderTheirName) {
  EXPECT_EQ(config_json("s/1", "rows", kRows),
            "{\n  \"schema\": \"s/1\",\n  \"rows\": [\n    {\"name\": \"a\", \"count\": 5},\n"
            "    {\"name\": \"b, c\", \"count\": 10}\n  ]\n}\n");
}

TEST(ConfigReport, CsvHasTheNamesFirst) {
  EXPECT_EQ(config_csv(kRows), "name,count\na,5\n\"b, c\",10\n");
  EXPECT_EQ(config_csv({}), "");
}

}  // namespace
}  // namespace tilewright::report
