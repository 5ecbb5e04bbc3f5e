#include "core/report/trial_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/report/sample_run.hpp"

namespace tilewright::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The sample run, whose pick is its first trial, with an SM clock of each trial.
TuneRun run_at(const std::vector<double>& sm_mhz) {
  TuneRun run = sample_run();
  for (const double mhz : sm_mhz) run.facts.push_back(Config{{"sm_mhz_median", mhz}});
  return run;
}

TEST(TrialFacts, NamesAreInTheOrderInWhichTheyAreMet) {
  TuneRun run = sample_run();
  EXPECT_THAT(fact_names(run), IsEmpty());
  run.facts = {{}, {{"b", true}}, {{"a", true}, {"b", true}}, {}};
  EXPECT_THAT(fact_names(run), ElementsAre("b", "a"));
}

TEST(TrialFacts, NothingIsSaidOfConditionsThatAreNotKnown) {
  TuneRun run = sample_run();
  EXPECT_EQ(conditions_text(run), "");
  EXPECT_THAT(notes_on_conditions(run), IsEmpty());
  run.facts = std::vector<Config>(4);
  EXPECT_EQ(conditions_text(run), "");
  EXPECT_THAT(notes_on_conditions(run), IsEmpty());
  run.facts[1] = {{"power_w", 99.6}};
  EXPECT_EQ(conditions_text(run), "power 100 [100, 100] W");
}

TEST(TrialFacts, APickAtAnotherClockIsSaid) {
  EXPECT_THAT(notes_on_conditions(run_at({971, 1000, 1000, 1000})), IsEmpty());
  EXPECT_THAT(
      notes_on_conditions(run_at({969, 1000, 1000, 1000})),
      ElementsAre("the pick met an SM clock of 969 MHz, the median of all is 1000 MHz (-3.1 %); --interleave lets "
                  "all meet the same"));
  EXPECT_THAT(notes_on_conditions(run_at({1000, 500, 500, 500})), testing::SizeIs(1));
  EXPECT_THAT(notes_on_conditions(run_at({1000, 1000, 1000, 500})), IsEmpty());  // another than the pick
  TuneRun interleaved = run_at({900, 1000, 1000, 1000});
  interleaved.options.plan.interleaved = true;
  EXPECT_THAT(notes_on_conditions(interleaved),
              ElementsAre("the pick met an SM clock of 900 MHz, the median of all is 1000 MHz (-10.0 %)"));
  interleaved.result.choice.reset();
  EXPECT_THAT(notes_on_conditions(interleaved), IsEmpty());
}

TEST(TrialFacts, ClocksThatStayedLowAreSaid) {
  TuneRun run = sample_run();
  run.facts = {{{"low_clock", true}}, {{"low_clock", false}}, {}, {{"low_clock", true}}};
  EXPECT_THAT(notes_on_conditions(run), ElementsAre("the SM clock stayed low for 2 of 4 configs, however often their "
                                                    "samples were taken again"));
}

}  // namespace
}  // namespace tilewright::report
