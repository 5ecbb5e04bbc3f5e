#include "core/report/tune_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/report/sample_run.hpp"

namespace tilewright::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TuneRun, FiguresAreThoseOfTheSamples) {
  const auto figures = figures_of(sample_run().result.trials[1]);
  ASSERT_TRUE(figures);
  EXPECT_DOUBLE_EQ(figures->median_ms, 5);
  EXPECT_DOUBLE_EQ(figures->p20_ms, 4.4);
  EXPECT_DOUBLE_EQ(figures->p80_ms, 5.6);
}

TEST(TuneRun, FailedAndUntimedTrialsHaveNoFigures) {
  EXPECT_FALSE(figures_of(sample_run().result.trials[2]));  // it has a sample, and failed
  EXPECT_FALSE(figures_of(Trial{}));
}

TEST(TuneRun, FastestFirstAndFailedLast) {
  EXPECT_THAT(fastest_first(sample_run().result.trials), ElementsAre(1, 0, 3, 2));
}

TEST(TuneRun, CountsMeasuredAndFailedApart) {
  const TrialCounts counts = count_trials(sample_run().result.trials);
  EXPECT_EQ(counts.measured, 3U);
  EXPECT_EQ(counts.failed, 1U);
  EXPECT_EQ(count_trials({Trial{}}).measured, 0U);
}

TEST(TuneRun, PrunedSentenceSumsByRule) {
  PruneResult pruned = sample_run().result.pruned;
  EXPECT_EQ(pruned_sentence(pruned), "2 of 6 configs pruned: 2 by shared memory (e.g. shared memory 4096 B > 2048 B)");
  pruned.rejections.clear();
  pruned.kept = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(pruned_sentence(pruned), "0 of 6 configs pruned");
}

TEST(TuneRun, NotesOnTiesAndFailures) {
  EXPECT_THAT(notes_on(sample_run()),
              ElementsAre("3 configs asked for, 1 added because the model cannot tell them from the last one",
                          "1 of 4 configs failed: 1 timeout"));
}

TEST(TuneRun, NotesColdFirstSamples) {
  TuneRun run = sample_run();
  run.result.shortlist.added_by_ties = 0;
  run.result.trials[2].failure.reset();
  run.result.trials[2].samples_ms = {50, 5, 5.1, 5.2, 5.05};
  EXPECT_THAT(notes_on(run), ElementsAre("the first sample of 1 of 4 configs looks cold; --warmup 1 drops it"));
}

TEST(TuneRun, NotesAPickThatWasNotTimed) {
  TuneRun run = sample_run();
  run.result.shortlist.added_by_ties = 0;
  run.result.trials.resize(1);
  run.result.trials[0].samples_ms.clear();
  EXPECT_THAT(notes_on(run), ElementsAre("the only candidate was not timed; --time-single times it"));
}

TEST(TuneRun, SaysNothingWithoutNeed) {
  TuneRun run = sample_run();
  run.result.shortlist.added_by_ties = 0;
  run.result.trials.resize(2);
  EXPECT_THAT(notes_on(run), IsEmpty());
}

TEST(TuneRun, NoValidConfigCountsByReason) {
  EXPECT_EQ(no_valid_config(pruned_run()), "no valid config: all 6 configs rejected: 6 by shared memory");
  EXPECT_EQ(no_valid_config(failed_run()),
            "no valid config: all 4 configs failed: 3 compile, 1 timeout; first: tile=64 order=rows: compile: no such "
            "instruction");
}

TEST(TuneRun, NoValidConfigIsOneLineWhateverTheFailureSays) {
  TuneRun run = failed_run();
  run.result.trials[0].failure->text = "line 1\nline 2\n" + std::string(5000, 'x');
  const std::string text = no_valid_config(run);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_LT(text.size(), 400U);
}

TEST(TuneRun, NoValidConfigInAnEmptySpace) {
  TuneRun run = pruned_run();
  run.result.pruned = {};
  EXPECT_EQ(no_valid_config(run), "no valid config: the space is empty; see its constraints");
}

}  // namespace
}  // namespace tilewright::report
