#include "core/tuning/rule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/core/tuning/reference_trials.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A trial of config i=`i` for each list of samples.
std::vector<Trial> trials_of(const std::vector<Samples>& samples) {
  std::vector<Trial> trials;
  for (const Samples& times : samples) {
    Trial& trial = trials.emplace_back();
    trial.config = {{"i", static_cast<std::int64_t>(trials.size()) - 1}};
    trial.samples_ms = times;
  }
  return trials;
}

std::vector<std::size_t> tied(const std::vector<Trial>& trials, std::string_view rule) {
  return select(trials, parse_rule(rule))->tied;
}

std::size_t pick(const std::vector<Trial>& trials, std::string_view rule) {
  return select(trials, parse_rule(rule))->trial;
}

TEST(Rule, IsShownAsTyped) {
  EXPECT_EQ(default_rule().name, "t3");
  EXPECT_EQ(parse_rule("within[2%]:-smem").name, "within[2%]:-smem");
}

TEST(Rule, ListsTheParametersItOrdersBy) {
  EXPECT_THAT(default_rule().parameters, IsEmpty());
  EXPECT_THAT(parse_rule("fastest:median,-num_stages,p20,p2p").parameters, ElementsAre("num_stages", "p2p"));
}

TEST(Rule, NamesStandForTheirText) {
  const auto trials = reference_trials();
  EXPECT_EQ(tied(trials, "t3"), tied(trials, "overlap[20,80]:smem,median"));
  EXPECT_EQ(pick(trials, "t3"), pick(trials, "overlap[20,80]:smem,median"));
  EXPECT_EQ(pick(trials, "triton"), pick(trials, "fastest:median,p20,p80"));
  EXPECT_EQ(pick(trials, "triton_dist"), pick(trials, "fastest:mean"));
}

TEST(Rule, FastestTiesEqualMedians) {
  const auto trials = trials_of({{1, 2, 3}, {2}, {2, 2, 2.1}, {2.001}});
  EXPECT_THAT(tied(trials, "fastest:mean"), ElementsAre(0, 1, 2));
}

TEST(Rule, OverlapTiesIntervalsThatMeet) {
  const auto trials = trials_of({{1, 2, 3}, {3, 4, 5}, {3.001, 4, 5}, {0.5, 9, 9}});
  EXPECT_THAT(tied(trials, "overlap[0,100]:median"), ElementsAre(0, 1, 3));
  EXPECT_THAT(tied(trials, "overlap[50,50]:median"), ElementsAre(0));
}

TEST(Rule, OverlapTiesEqualSamplesWhoseIntervalRoundingTurnsAround) {
  const Samples neighbours = {0x1.e94ec2d2b9936p+0, 0x1.e94ec2d2b9937p+0};  // p20 is the greater, p80 the lesser
  EXPECT_THAT(tied(trials_of({neighbours, neighbours}), "t3"), ElementsAre(0, 1));
}

TEST(Rule, WithinTiesUpToThatMuchMore) {
  const auto trials = trials_of({{102}, {100}, {102.001}, {100}});
  EXPECT_THAT(tied(trials, "within[2%]:median"), ElementsAre(0, 1, 3));
  EXPECT_THAT(tied(trials, "within[0%]:median"), ElementsAre(1, 3));
}

TEST(Rule, ConfidenceIntervalTiesWhatCannotBeToldApart) {
  const auto trials = trials_of({{1, 1.1, 1.2, 1.3, 1.4}, {1.1, 1.2, 1.3, 1.4, 1.5}, {9, 9.1, 9.2, 9.3, 9.4}});
  EXPECT_THAT(tied(trials, "ci[95]:median"), ElementsAre(0, 1));
}

TEST(Rule, ConfidenceIntervalAlwaysTiesTheFastest) {
  // Two resamplings of these samples differ, and an interval of next to no confidence is too narrow to contain 0.
  std::mt19937_64 random(0);
  Samples samples(20);
  for (double& ms : samples) ms = 1 + static_cast<double>(random() >> 40) * 0x1p-24;
  EXPECT_THAT(tied(trials_of({samples, {9}}), "ci[0.001]:median"), ElementsAre(0));
}

TEST(Rule, KeysOrderOneAfterTheOther) {
  auto trials = trials_of({{1, 2, 3}, {1.5, 2, 2.5}, {1, 2, 2.9}});
  const std::vector<Resources> resources = {{2048, 64}, {1024, 96}, {1024, 32}};
  for (std::size_t i = 0; i < trials.size(); ++i) trials[i].resources = resources[i];
  EXPECT_EQ(pick(trials, "fastest:smem,registers"), 2U);
  EXPECT_EQ(pick(trials, "fastest:smem,-registers"), 1U);
  EXPECT_EQ(pick(trials, "fastest:-smem"), 0U);
  EXPECT_EQ(pick(trials, "fastest:min"), 0U);  // equal to that of 2, whose config comes later
  EXPECT_EQ(pick(trials, "fastest:min,p100"), 2U);
  EXPECT_EQ(pick(trials, "fastest:mean"), 2U);
  EXPECT_EQ(pick(trials, "fastest:-p20"), 1U);
  EXPECT_EQ(pick(trials, "fastest:p80"), 1U);
  EXPECT_EQ(pick(trials, "fastest:-p99.5"), 0U);
  EXPECT_EQ(pick(trials, "fastest:-i"), 2U);
}

TEST(Rule, OrdersByFlagsAndReals) {
  auto trials = trials_of({{1}, {1}, {1}});
  trials[0].config = {{"x", 0.5}, {"f", true}};
  trials[1].config = {{"x", 2.5}, {"f", true}};
  trials[2].config = {{"x", 0.25}, {"f", false}};
  EXPECT_EQ(pick(trials, "fastest:f"), 2U);
  EXPECT_EQ(pick(trials, "fastest:-f,-x"), 1U);
}

TEST(Rule, OrdersDuplicatesBySamples) {
  auto trials = trials_of({{1, 2, 4}, {1, 2, 3}});
  trials[0].config = trials[1].config;
  EXPECT_EQ(pick(trials, "fastest:median"), 1U);
}

TEST(Rule, FailsForAContenderWithoutItsParameter) {
  auto trials = trials_of({{1}, {1}});
  EXPECT_ERROR(
      (void)pick(trials, "fastest:smem,i,j"), ErrorKind::bad_argument,
      "rule 'fastest:smem,i,j' orders by 'j', which config 'i=0' lacks; order by a number that every config has");
  trials[1].config = {{"i", "text"}};
  EXPECT_ERROR(
      (void)pick(trials, "fastest:i"), ErrorKind::bad_argument,
      "rule 'fastest:i' orders by 'i', which config 'i=text' has as text; order by a number that every config has");
}

const Space& space() {
  static const Space result({{"BM", {std::int64_t{64}}}, {"x", {0.5, true}}, {"layout", {1.5, "row"}}});
  return result;
}

TEST(CheckRule, AcceptsNumbersOfTheSpace) {
  check_rule(default_rule(), space());
  check_rule(parse_rule("fastest:BM,-x,p20"), space());
  check_rule(Rule{"own", nullptr, {"BM"}}, space());
}

TEST(CheckRule, RefusesAnUnknownParameter) {
  EXPECT_ERROR(
      check_rule(parse_rule("fastest:meidan"), space()), ErrorKind::bad_argument,
      "rule 'fastest:meidan' orders by 'meidan', which the space lacks; give median, mean, min, pNN (0 to 100), "
      "smem, registers or a parameter with numbers, of: BM, x, layout");
  EXPECT_ERROR(check_rule(Rule{"own", nullptr, {"y"}}, Space({})), ErrorKind::bad_argument,
               ::testing::HasSubstr("rule 'own' orders by 'y', which the space lacks; "));
}

TEST(CheckRule, RefusesText) {
  EXPECT_ERROR(
      check_rule(parse_rule("fastest:layout"), space()), ErrorKind::bad_argument,
      ::testing::StartsWith("rule 'fastest:layout' orders by 'layout', which has the text 'row' as a value; give "));
}

}  // namespace
}  // namespace tilewright
