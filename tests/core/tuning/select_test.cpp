#include "core/tuning/select.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>

#include "core/stats/quantile.hpp"
#include "core/tuning/rule.hpp"
#include "tests/core/tuning/reference_trials.hpp"
#include "tests/core/tuning/trials_gen.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

using ::testing::ElementsAre;

Trial trial(std::int64_t i, Samples samples) {
  Trial result;
  result.config = {{"i", i}};
  result.samples_ms = std::move(samples);
  return result;
}

Rule rule_of(std::function<Decision(std::span<const Contender>)> decide) { return {"own", std::move(decide), {}}; }

TEST(Select, PicksOfTheReferenceRun) {
  const auto trials = reference_trials();
  const auto choice = select(trials, default_rule());
  ASSERT_TRUE(choice);
  EXPECT_EQ(to_text(trials[choice->trial].config), "BM=256 BN=128 BK=32 num_warps=8 num_stages=2");
  EXPECT_EQ(trials[choice->trial].resources.smem_bytes, 49152);
  EXPECT_EQ(choice->rule, "t3");
  // The published text says 7; 7 overlap the picked row's interval, 6 the fastest's, itself counted.
  EXPECT_THAT(choice->tied, ElementsAre(0, 3, 4, 5, 6, 7));
  EXPECT_EQ(
      choice->why,
      "fastest is BM=128 BN=256 BK=64 num_warps=8 num_stages=2 at 3.760 ms; 6 configs overlap its [3.686, 3.880]; "
      "this one needs half the shared memory (49152 B, not 98304 B) and is 3.1 % slower");
}

TEST(Select, PicksTheFastestOfTheReferenceRunAsTritonDoes) {
  const auto trials = reference_trials();
  const auto choice = select(trials, parse_rule("triton"));
  ASSERT_TRUE(choice);
  EXPECT_EQ(to_text(trials[choice->trial].config), "BM=128 BN=256 BK=64 num_warps=8 num_stages=2");
  EXPECT_THAT(choice->tied, ElementsAre(3));
}

TEST(Select, SeesTheFiguresOfTheReferenceRun) {
  std::size_t row = 0;
  const Rule rule = rule_of([&](std::span<const Contender> contenders) {
    for (const Contender& contender : contenders) {
      const reference::TrialFigures& figures = reference::kTrials[row++];
      EXPECT_EQ(contender.median_ms, figures.median_ms);
      EXPECT_EQ(stats::quantile_of_sorted(contender.sorted_ms, 0.2), figures.p20_ms);
      EXPECT_EQ(stats::quantile_of_sorted(contender.sorted_ms, 0.8), figures.p80_ms);
    }
    return Decision{0, {0}, ""};
  });
  EXPECT_TRUE(select(reference_trials(), rule));
  EXPECT_EQ(row, 8U);
}

TEST(Select, FindsNothingWhereNothingCanWin) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(select({}, default_rule()));
  EXPECT_FALSE(select(std::vector{trial(0, {}), trial(1, {})}, default_rule()));
  EXPECT_FALSE(
      select(std::vector{trial(0, {1, infinity}), trial(1, {1, 0}), trial(2, {std::nan("")})}, default_rule()));
  std::vector failed = {trial(0, {1, 2})};
  failed[0].failure = Failure{FailureKind::timeout, "late"};
  EXPECT_FALSE(select(failed, default_rule()));
  failed[0].samples_ms.clear();
  EXPECT_FALSE(select(failed, default_rule()));
}

TEST(Select, TakesTheOnlyConfigUntimed) {
  const auto choice = select(std::vector{trial(7, {})}, default_rule());
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->trial, 0U);
  EXPECT_THAT(choice->tied, ElementsAre(0));
  EXPECT_EQ(choice->why, "i=7 is the only config, so it was not timed");
}

TEST(Select, GivesPositionsOfItsOwnList) {
  const std::vector trials = {trial(0, {-1}), trial(1, {2}), trial(2, {}), trial(3, {1}), trial(4, {1})};
  const auto choice = select(trials, parse_rule("fastest:-i"));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->trial, 4U);
  EXPECT_THAT(choice->tied, ElementsAre(3, 4));
}

TEST(Select, TakesAnyFunctionAsARule) {
  const Rule slowest = rule_of([](std::span<const Contender> contenders) {
    const auto last = std::max_element(contenders.begin(), contenders.end(),
                                       [](const auto& a, const auto& b) { return a.median_ms < b.median_ms; });
    const auto pick = static_cast<std::size_t>(last - contenders.begin());
    return Decision{pick, {pick}, "slow and steady"};
  });
  const auto choice = select(std::vector{trial(0, {1}), trial(1, {3}), trial(2, {2})}, slowest);
  EXPECT_EQ(choice->trial, 1U);
  EXPECT_EQ(choice->rule, "own");
  EXPECT_EQ(choice->why, "slow and steady");
}

TEST(Select, RefusesARuleThatDoesNotKeepToItsList) {
  const std::vector trials = {trial(0, {1}), trial(1, {0})};  // one contender
  const auto picks_1 = rule_of([](std::span<const Contender>) { return Decision{1, {0}, ""}; });
  EXPECT_ERROR((void)select(trials, picks_1), ErrorKind::bad_argument,
               "rule 'own' returned position 1 of 1 contenders; return positions of the list it is given");
  const auto ties_5 = rule_of([](std::span<const Contender>) { return Decision{0, {0, 5}, ""}; });
  EXPECT_ERROR((void)select(trials, ties_5), ErrorKind::bad_argument,
               "rule 'own' returned position 5 of 1 contenders; return positions of the list it is given");
  EXPECT_ERROR((void)select(trials, Rule{"own", nullptr, {}}), ErrorKind::bad_argument,
               "rule 'own' has no function; set its 'decide'");
}

std::string any_rule_text() {
  const auto ties = *rc::gen::element<std::string>("fastest", "overlap[20,80]", "overlap[0,100]", "overlap[50,50]",
                                                   "within[0%]", "within[30%]", "ci[50]");
  const auto keys = *rc::gen::element<std::string>("smem,median", "registers,-smem", "median,p20,p80", "mean", "-min",
                                                   "num_stages", "-num_stages,p80");
  return ties + ":" + keys;
}

bool can_win(const Trial& trial) {
  return !trial.failure && !trial.samples_ms.empty() &&
         std::all_of(trial.samples_ms.begin(), trial.samples_ms.end(), [](double ms) { return ms > 0 && ms < 1e300; });
}

double median(const Trial& trial) { return stats::quantile(trial.samples_ms, 0.5); }

RC_GTEST_PROP(Select, NeverTakesWhatCannotWin, ()) {
  const auto trials = *any_trials();
  const auto choice = select(trials, parse_rule(any_rule_text()));
  RC_ASSERT(choice.has_value() == std::any_of(trials.begin(), trials.end(), can_win));
  if (!choice) return;
  RC_ASSERT(can_win(trials[choice->trial]));
  for (const std::size_t tied : choice->tied) RC_ASSERT(can_win(trials[tied]));
  RC_ASSERT(!choice->why.empty());
}

RC_GTEST_PROP(Select, TakesOneOfTheTiedWhichHoldTheFastest, ()) {
  const auto trials = *any_trials();
  const auto choice = select(trials, parse_rule(any_rule_text()));
  RC_PRE(choice.has_value());
  RC_ASSERT(std::is_sorted(choice->tied.begin(), choice->tied.end()));
  RC_ASSERT(std::count(choice->tied.begin(), choice->tied.end(), choice->trial) == 1);
  double least = median(trials[choice->trial]);
  for (const Trial& other : trials)
    if (can_win(other)) least = std::min(least, median(other));
  RC_ASSERT(std::any_of(choice->tied.begin(), choice->tied.end(),
                        [&](std::size_t tied) { return median(trials[tied]) == least; }));
}

RC_GTEST_PROP(Select, NeverTakesMoreOfTheKeyThanAnotherTiedOne, ()) {
  const auto trials = *any_trials();
  const auto less_smem = select(trials, parse_rule("overlap[10,90]:smem,median"));
  RC_PRE(less_smem.has_value());
  const auto smem_and_median = [&](std::size_t i) {
    return std::tuple(trials[i].resources.smem_bytes, median(trials[i]));
  };
  for (const std::size_t tied : less_smem->tied) RC_ASSERT(smem_and_median(less_smem->trial) <= smem_and_median(tied));

  const auto more_registers = select(trials, parse_rule("within[50%]:-registers"));
  for (const std::size_t tied : more_registers->tied)
    RC_ASSERT(trials[more_registers->trial].resources.registers >= trials[tied].resources.registers);
}

RC_GTEST_PROP(Select, DoesNotDependOnTheOrderOfTrials, (std::uint32_t seed)) {
  auto trials = *any_trials();
  const Rule rule = parse_rule(any_rule_text());
  const auto configs_of = [&](const Choice& choice) {
    std::vector<Config> configs;
    for (const std::size_t tied : choice.tied) configs.push_back(trials[tied].config);
    std::sort(configs.begin(), configs.end());
    configs.push_back(trials[choice.trial].config);
    return configs;
  };
  const auto choice = select(trials, rule);
  RC_PRE(choice.has_value());
  const auto before = configs_of(*choice);
  std::shuffle(trials.begin(), trials.end(), std::mt19937(seed));
  const auto again = select(trials, rule);
  RC_ASSERT(configs_of(*again) == before);
  RC_ASSERT(again->why == choice->why);
}

RC_GTEST_PROP(Select, EqualsTheNaiveMinimumWithTriton, ()) {
  const auto trials = *any_trials();
  const auto choice = select(trials, parse_rule("triton"));
  RC_PRE(choice.has_value());
  const auto figures = [](const Trial& trial) {
    return std::tuple(median(trial), stats::quantile(trial.samples_ms, 0.2), stats::quantile(trial.samples_ms, 0.8));
  };
  auto least = figures(trials[choice->trial]);
  for (const Trial& other : trials)
    if (can_win(other)) least = std::min(least, figures(other));
  RC_ASSERT(figures(trials[choice->trial]) == least);
}

}  // namespace
}  // namespace tilewright
