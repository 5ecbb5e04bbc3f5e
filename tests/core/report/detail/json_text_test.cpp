#include "core/report/detail/json_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace tilewright::report {
namespace {

TEST(JsonText, PutsFlatArraysAndObjectsOnOneLine) {
  const Json value = {{"samples", {1.5, 2.0}}, {"empty", Json::array()}, {"list", {{{"a", 1}}}}, {"none", nullptr}};
  EXPECT_EQ(json_text(value), R"({
  "samples": [1.5, 2.0],
  "empty": [],
  "list": [
    {"a": 1}
  ],
  "none": null
}
)");
}

TEST(JsonText, HasNoInfinityAndNoNan) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Json value = {{"times", {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}}};
  EXPECT_EQ(json_text(value), "{\n  \"times\": [null, null, null]\n}\n");
}

TEST(JsonText, ReplacesBytesThatAreNotUtf8) {
  const Json read = Json::parse(json_text({{"text", "a\xFF\"b"}}));
  EXPECT_EQ(read["text"], "a\xEF\xBF\xBD\"b");
}

TEST(JsonText, ConfigKeepsOrderAndTypes) {
  const Config config{{"z", std::int64_t{1}}, {"a", 0.5}, {"on", true}, {"name", std::string("x")}};
  EXPECT_EQ(to_json(config).dump(), R"({"z":1,"a":0.5,"on":true,"name":"x"})");
}

RC_GTEST_PROP(JsonText, NumbersReadBackAsTheyWere, (const std::vector<double>& numbers)) {
  const Json value = {{"numbers", numbers}};
  RC_ASSERT(Json::parse(json_text(value)) == value);
}

}  // namespace
}  // namespace tilewright::report
