#include "core/formats/detail/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/error.hpp"

namespace tilewright::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

std::string fault_of(std::string_view text) {
  try {
    static_cast<void>(parse_json(text));
  } catch (const RecordFault& fault) {
    return fault.what();
  }
  return "";
}

TEST(ParseJson, KeepsTheOrderOfNames) {
  EXPECT_EQ(parse_json(R"({"b": [1, {"c": null}], "a": "x", "d": {}})").dump(),
            R"({"b":[1,{"c":null}],"a":"x","d":{}})");
  EXPECT_EQ(parse_json("[[], 1.5, -2, true, 18446744073709551615]").dump(), "[[],1.5,-2,true,1.8446744073709552e+19]");
}

TEST(ParseJson, TakesWhatPythonWrites) {
  EXPECT_EQ(parse_json(R"([NaN, Infinity, -Infinity, "NaN Infinity \" NaN", {"NaN": NaN}])").dump(),
            R"(["NaN","Infinity","-Infinity","NaN Infinity \" NaN",{"NaN":"NaN"}])");
}

TEST(ParseJson, SaysWhatIsWrong) {
  EXPECT_THAT(fault_of(""), StartsWith("not JSON: syntax error while parsing value - unexpected end of inpu"));
  EXPECT_THAT(fault_of("[1,]"), StartsWith("not JSON: syntax error while parsing value - unexpected ']'; expe"));
  EXPECT_EQ(fault_of("1e999"), "not JSON: number overflow parsing '1e999'");
  EXPECT_THAT(fault_of("[Infinit]"), StartsWith("not JSON: syntax error while parsing value - invalid literal; last"));
  EXPECT_THAT(fault_of("[nan]"), StartsWith("not JSON: syntax error while parsing value - invalid literal; last"));
  EXPECT_EQ(fault_of(R"({"a": 1, "b": 2, "a": 3})"), "field 'a' is there twice");
  EXPECT_EQ(fault_of(std::string(65, '[')), "over 64 levels of brackets");
  EXPECT_THAT(fault_of("1 2"), StartsWith("not JSON: syntax error while parsing value - unexpected number lit"));
}

TEST(JsonEnd, GoesByBracketsAndQuotes) {
  EXPECT_EQ(json_end("12, 3", 0), 2U);
  EXPECT_EQ(json_end(R"("a\"b]" x)", 0), 7U);
  EXPECT_EQ(json_end(R"({"a": [1, "]}"]} rest)", 0), 16U);
  EXPECT_EQ(json_end("[1, [2]", 0), std::string_view::npos);
}

TEST(JsonEnd, LetsALineBreakEndAText) {
  EXPECT_EQ(json_end("[\"a\n]", 0), 5U);
  EXPECT_EQ(json_end("\"a\nb\"", 0), 2U);
  EXPECT_EQ(json_end("[\"a\\\n]", 0), 6U);
}

TEST(JsonEnd, StopsWhereItIsTold) {
  std::vector<std::size_t> lines;
  const auto stop = [&](std::size_t line) {
    lines.push_back(line);
    return lines.size() == 2;
  };
  EXPECT_EQ(json_end("[1,\n2,\n3]", 0, stop), std::string_view::npos);
  EXPECT_THAT(lines, ElementsAre(4, 7));
}

/// Keys and values of the parts of a text, and what was refused.
std::pair<std::vector<std::string>, std::vector<Refusal>> parts_of(std::string_view text) {
  Refusals refusals("it");
  std::vector<std::string> parts;
  for_each_part(text, 1, refusals, [&](const JsonPart& part) {
    parts.push_back(part.key + "=" + std::string(part.value) + "@" + std::to_string(part.line) + (part.cut ? "!" : ""));
    return true;
  });
  return {parts, std::move(refusals).take()};
}

TEST(ForEachPart, WalksOverMembersAndElements) {
  EXPECT_THAT(parts_of("{\"a\": 1,\n\"b\": [2,\n3], \"c\": {}}").first, ElementsAre("a=1@1", "b=[2,\n3]@2", "c={}@3"));
  EXPECT_THAT(parts_of("[1, \"x\", {\"y\": 2},,]").first, ElementsAre("=1@1", "=\"x\"@1", "={\"y\": 2}@1"));
  EXPECT_THAT(parts_of("{}").second, IsEmpty());
}

TEST(ForEachPart, GivesWhatIsThereOfACutText) {
  EXPECT_THAT(parts_of("{\"a\": 1, \"b\": [2").first, ElementsAre("a=1@1", "b=[2@1!"));
  EXPECT_THAT(parts_of("{\"a\": 1,\n").second, ElementsAre(Refusal{2, "the file ends early"}));
  EXPECT_THAT(parts_of("{\"a\": ").second, ElementsAre(Refusal{1, "a value is missing"}));
  EXPECT_THAT(parts_of("{\"a\"").second, ElementsAre(Refusal{1, "'a' is not followed by a ':'"}));
  EXPECT_THAT(parts_of("{a: 1}").second, ElementsAre(Refusal{1, "'a: 1}' where a name is expected"}));
}

RC_GTEST_PROP(ForEachPart, EndsOnAnyText, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::element('{', '}', '[', ']', ',', ':', '"', '\\', '\n', '1'));
  parts_of("{" + text);
  parts_of("[" + text);
}

}  // namespace
}  // namespace tilewright::formats
