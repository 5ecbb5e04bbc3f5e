#include "core/formats/detail/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/refusals.hpp"
#include "core/formats/detail/units.hpp"

namespace tilewright::formats {
namespace {

TEST(ParseNumber, TakesNumbersOnly) {
  EXPECT_EQ(parse_number("1.5"), 1.5);
  EXPECT_EQ(parse_number(" -2e3 "), -2000);
  EXPECT_EQ(parse_number("inf"), HUGE_VAL);
  EXPECT_EQ(parse_number("-Infinity"), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(*parse_number("NaN")));
  for (const char* text : {"", "+1", "1,000", "1 ms", "0x10", "1e999", "one", "--1", "1.5.2"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

TEST(ParseValue, GoesByTheLook) {
  EXPECT_EQ(parse_value("12"), Value(std::int64_t{12}));
  EXPECT_EQ(parse_value("-0.5"), Value(-0.5));
  EXPECT_EQ(parse_value("9223372036854775808"), Value(9223372036854775808.0));
  for (const char* text : {"", "inf", "nan", "12 ", "x1", "1e999"}) EXPECT_EQ(parse_value(text), Value(text)) << text;
}

TEST(IsUtf8, KnowsWhatIsNot) {
  for (const char* text : {"", "a", "\u00B5", "\u20AC", "\U0001F600"}) EXPECT_TRUE(is_utf8(text)) << text;
  for (const char* text : {"\x80", "\xC2", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                           "\xF0\x80\x80\x80", "\xF5\x80\x80\x80", "a\xE2\x82"})
    EXPECT_FALSE(is_utf8(text)) << text;
}

TEST(Shown, IsOneSafeShortLine) {
  EXPECT_EQ(shown("a b"), "'a b'");
  EXPECT_EQ(shown("a\n\x1b[1m\xFF\u00B5"), "'a??[1m?\u00B5'");
  EXPECT_EQ(shown(std::string(100, 'x')), "'" + std::string(59, 'x') + "...'");
}

TEST(TakePart, GoesUpToTheSeparator) {
  std::string_view rest = "a,,b";
  EXPECT_EQ(take_part(rest, ','), "a");
  EXPECT_EQ(take_part(rest, ','), "");
  EXPECT_EQ(take_part(rest, ','), "b");
  EXPECT_EQ(rest, "");
}

TEST(Units, AreRoundedOnce) {
  EXPECT_EQ(in_ms(53.792, "Microseconds"), 0.053792);
  EXPECT_EQ(in_ms(1000, "nsecond"), 0.001);
  EXPECT_EQ(in_ms(2, "usecond"), 0.002);
  EXPECT_EQ(in_ms(3, "\u00B5s"), 0.003);
  EXPECT_EQ(in_ms(1.5, "miliseconds"), 1.5);
  EXPECT_EQ(in_ms(1.5, "s"), 1500);
  for (const char* unit : {"", "m", "minute", "cycle", "nsecond/cycle", "byte"})
    EXPECT_FALSE(is_time_unit(unit)) << unit;
  EXPECT_EQ(in_bytes(1.5, "Gbyte"), 1.5e9);
  EXPECT_EQ(in_bytes(2, "Kbyte"), 2000);
  EXPECT_EQ(in_bytes(2, "Gbyte/second"), std::nullopt);
}

TEST(NamedValues, ShareTheirNames) {
  NameCache cache;
  const auto make = [&](std::initializer_list<const char*> names) {
    NamedValues values(cache);
    for (const char* name : names) values.add(name, 1);
    return std::move(values).take();
  };
  const Config first = make({"a", "b"});
  EXPECT_TRUE(make({"a", "b"}).shares_names_with(first));
  EXPECT_EQ(to_text(make({"a", "c", "b"})), "a=1 c=1 b=1");
  EXPECT_EQ(to_text(make({"a"})), "a=1");
  EXPECT_EQ(to_text(make({"a", "b"})), "a=1 b=1");
  EXPECT_EQ(to_text(first), "a=1 b=1");
  EXPECT_THROW(static_cast<void>(make({"a", "b", "a"})), RecordFault);
  EXPECT_THROW(static_cast<void>(make({""})), RecordFault);
}

TEST(NamedValues, TakeWhatIsNotFiniteAsText) {
  NameCache cache;
  NamedValues values(cache);
  values.add("a", std::nan(""));
  values.add("b", -HUGE_VAL);
  EXPECT_EQ(std::move(values).take(), (Config{{"a", "NaN"}, {"b", "-Infinity"}}));
}

}  // namespace
}  // namespace tilewright::formats
