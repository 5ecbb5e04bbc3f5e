#include "core/tuning/rule_grammar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "tests/support/expect_error.hpp"

namespace tilewright::rules {
namespace {

template <typename T>
T ties_of(std::string_view text) {
  return std::get<T>(parse(text).ties);
}

TEST(RuleGrammar, ReadsTies) {
  EXPECT_NO_THROW((void)ties_of<EqualMedian>("fastest:median"));
  EXPECT_EQ(ties_of<Overlap>("overlap[20,80]:smem").low_percentile, 20);
  EXPECT_EQ(ties_of<Overlap>("overlap[20,80]:smem").high_percentile, 80);
  EXPECT_EQ(ties_of<Overlap>("overlap[2.5,97.5]:smem").low_percentile, 2.5);
  EXPECT_EQ(ties_of<Overlap>("overlap[0,100]:smem").high_percentile, 100);
  EXPECT_EQ(ties_of<Within>("within[2%]:smem").percent, 2);
  EXPECT_EQ(ties_of<Within>("within[0.5%]:smem").percent, 0.5);
  EXPECT_EQ(ties_of<ConfidenceInterval>("ci[95]:smem").percent, 95);
}

TEST(RuleGrammar, ReadsKeys) {
  const std::vector<Key> keys = parse("fastest:median,-mean,min,p20,-p99.9,smem,-registers,BM,-p2p,p").keys;
  const auto expect = [&](std::size_t i, std::string_view name, KeyKind kind, double percentile, bool more_is_better) {
    EXPECT_EQ(keys[i].name, name);
    EXPECT_EQ(keys[i].kind, kind) << name;
    EXPECT_EQ(keys[i].percentile, percentile) << name;
    EXPECT_EQ(keys[i].more_is_better, more_is_better) << name;
  };
  ASSERT_EQ(keys.size(), 10U);
  expect(0, "median", KeyKind::percentile, 50, false);
  expect(1, "mean", KeyKind::mean, 0, true);
  expect(2, "min", KeyKind::min, 0, false);
  expect(3, "p20", KeyKind::percentile, 20, false);
  expect(4, "p99.9", KeyKind::percentile, 99.9, true);
  expect(5, "smem", KeyKind::smem, 0, false);
  expect(6, "registers", KeyKind::registers, 0, true);
  expect(7, "BM", KeyKind::parameter, 0, false);
  expect(8, "p2p", KeyKind::parameter, 0, true);
  expect(9, "p", KeyKind::parameter, 0, false);
}

void expect_refused(std::string_view text, const std::string& line) {
  EXPECT_ERROR((void)parse(text), ErrorKind::bad_argument, line);
}

TEST(RuleGrammar, RefusesWhatIsNoRule) {
  for (const std::string text : {"", "t4", "T3", "t3 ", "overlap[20,80]"})
    expect_refused(text, "rule '" + text +
                             "' is not known; give t3, triton, triton_dist or TIES:KEY,KEY,..., as "
                             "overlap[20,80]:smem,median");
}

TEST(RuleGrammar, RefusesUnknownTies) {
  for (const std::string ties : {"", "overlapp[20,80]", "Fastest", " fastest", "[20,80]", "slowest", "t3"})
    expect_refused(ties + ":median",
                   "rule: ties '" + ties +
                       "' is not known; give fastest, overlap[LOW,HIGH] with 0 <= LOW <= HIGH <= 100, "
                       "within[P%] with P from 0, or ci[P] with 0 < P < 100");
}

/// Ties that are refused, for what, and the form that the line must give.
struct BadTies {
  std::string ties;
  std::string what;
  std::string form;
};

class RuleGrammarTies : public ::testing::TestWithParam<BadTies> {};

TEST_P(RuleGrammarTies, AreRefusedByName) {
  const auto& [ties, what, form] = GetParam();
  expect_refused(ties + ":median", "rule: ties '" + ties + "' " + what + "; give " + form);
}

const std::string kOverlap = "overlap[LOW,HIGH] with 0 <= LOW <= HIGH <= 100";
const std::string kWithin = "within[P%] with P from 0";
const std::string kConfidence = "ci[P] with 0 < P < 100";

INSTANTIATE_TEST_SUITE_P(
    All, RuleGrammarTies,
    ::testing::Values(
        BadTies{"fastest[]", "takes no brackets", "fastest"}, BadTies{"fastest[2%]", "takes no brackets", "fastest"},
        BadTies{"overlap", "lacks its '['", kOverlap}, BadTies{"overlap[20,80", "does not end with ']'", kOverlap},
        BadTies{"overlap[20,80] ", "does not end with ']'", kOverlap},
        BadTies{"overlap[", "does not end with ']'", kOverlap}, BadTies{"overlap[]", "lacks its ','", kOverlap},
        BadTies{"overlap[20]", "lacks its ','", kOverlap},
        BadTies{"overlap[,80]", "has '' where a number belongs", kOverlap},
        BadTies{"overlap[20,]", "has '' where a number belongs", kOverlap},
        BadTies{"overlap[20,80,90]", "has '80,90' where a number belongs", kOverlap},
        BadTies{"overlap[20,80]]", "has '80]' where a number belongs", kOverlap},
        BadTies{"overlap[20, 80]", "has ' 80' where a number belongs", kOverlap},
        BadTies{"overlap[+20,80]", "has '+20' where a number belongs", kOverlap},
        BadTies{"overlap[20,8e999]", "has '8e999' where a number belongs", kOverlap},
        BadTies{"overlap[80,20]", "is out of range", kOverlap}, BadTies{"overlap[-1,101]", "is out of range", kOverlap},
        BadTies{"overlap[-1,80]", "is out of range", kOverlap}, BadTies{"overlap[20,101]", "is out of range", kOverlap},
        BadTies{"overlap[nan,80]", "is out of range", kOverlap},
        BadTies{"overlap[20,nan]", "is out of range", kOverlap}, BadTies{"within", "lacks its '['", kWithin},
        BadTies{"within[2]", "lacks its '%'", kWithin}, BadTies{"within[]", "lacks its '%'", kWithin},
        BadTies{"within[%]", "has '' where a number belongs", kWithin},
        BadTies{"within[2%%]", "has '2%' where a number belongs", kWithin},
        BadTies{"within[-1%]", "is out of range", kWithin}, BadTies{"within[nan%]", "is out of range", kWithin},
        BadTies{"within[inf%]", "is out of range", kWithin}, BadTies{"ci", "lacks its '['", kConfidence},
        BadTies{"ci[]", "has '' where a number belongs", kConfidence},
        BadTies{"ci[95%]", "has '95%' where a number belongs", kConfidence},
        BadTies{"ci[0]", "is out of range", kConfidence}, BadTies{"ci[100]", "is out of range", kConfidence},
        BadTies{"ci[nan]", "is out of range", kConfidence}, BadTies{"ci[-5]", "is out of range", kConfidence},
        BadTies{"ci[5e-324]", "is out of range", kConfidence},                   // would round to a confidence of 0
        BadTies{"ci[99.999999999999999999]", "is out of range", kConfidence}));  // and this to 1

TEST(RuleGrammar, RefusesBadKeys) {
  const auto line = [](const std::string& key, const std::string& what) {
    return "rule: key '" + key + "' " + what +
           "; give median, mean, min, pNN (0 to 100), smem, registers or a config parameter, with '-' in front if more "
           "is better";
  };
  expect_refused("fastest:", line("", "is empty"));
  expect_refused("fastest:,", line("", "is empty"));
  expect_refused("fastest:median,", line("", "is empty"));
  expect_refused("fastest:,median", line("", "is empty"));
  expect_refused("fastest:median,,smem", line("", "is empty"));
  expect_refused("fastest:-", line("-", "is empty"));
  expect_refused("fastest:median:smem", line("median:smem", "has a ':' or a bracket"));
  expect_refused("fastest:p[20]", line("p[20]", "has a ':' or a bracket"));
  expect_refused("fastest:smem, median", line(" median", "has a space around it"));
  expect_refused("fastest:median ", line("median ", "has a space around it"));
  expect_refused("fastest:p101", line("p101", "is out of range"));
  expect_refused("fastest:-p100.1", line("-p100.1", "is out of range"));
}

RC_GTEST_PROP(RuleGrammar, ReadsOrRefusesAnyText, ()) {
  const auto part = rc::gen::element<std::string>("fastest", "overlap", "within", "ci", "[", "]", ",", ":", "%", "-",
                                                  "2", "80", "nan", "p", "smem", "median", " ", "");
  const auto parts = *rc::gen::container<std::vector<std::string>>(part);
  std::string text;
  for (const std::string& each : parts) text += each;
  try {
    RC_ASSERT(!parse(text).keys.empty());
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::bad_argument);
  }
}

}  // namespace
}  // namespace tilewright::rules
