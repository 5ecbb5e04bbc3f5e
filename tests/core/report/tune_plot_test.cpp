#include "core/report/tune_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/report/sample_run.hpp"

namespace tilewright::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(TunePlot, ListsMeasuredConfigsFastestFirstAndMarksThePick) {
  const std::string script = tune_plot_script(sample_run());
  EXPECT_THAT(script, HasSubstr("$others << END_OF_DATA\n"
                                "0 5 4.4 5.6 4\n"
                                "2 10 9.399999999999999 10.600000000000001 4.5\n"
                                "END_OF_DATA\n"));
  EXPECT_THAT(script, HasSubstr("$pick << END_OF_DATA\n1 6 5.4 6.6000000000000005 4\nEND_OF_DATA\n"));
  EXPECT_THAT(script, HasSubstr("('tile=128 order=rows' 0, '* tile=64 order=rows' 1, 'tile=128 order=columns' 2)"));
  EXPECT_THAT(script, HasSubstr("set title 'copy rows=1024 device=none: 3 configs, repeats: 3'"));
  EXPECT_THAT(script, HasSubstr("set xlabel 'time [ms]"));
}

TEST(TunePlot, ShowsTheFastestAndThePickOfMany) {
  TuneRun run = sample_run();
  const Trial slowest = run.result.trials[3];
  for (std::size_t i = 0; i < 2 * kMaxPlotRows; ++i) run.result.trials.push_back(slowest);
  run.result.choice->trial = run.result.trials.size() - 1;
  const std::string script = tune_plot_script(run);
  EXPECT_THAT(script, HasSubstr("61 of 123 measured configs"));
  EXPECT_THAT(script, HasSubstr("$pick << END_OF_DATA\n60 10 "));
}

TEST(TunePlot, WritesNoNumberWhereThereIsNoPrediction) {
  TuneRun run = sample_run();
  run.result.trials[1].predicted_ms.reset();
  EXPECT_THAT(tune_plot_script(run), HasSubstr("0 5 4.4 5.6 NaN\n"));
}

TEST(TunePlot, DrawsAPickAlone) {
  TuneRun run = sample_run();
  run.result.trials.resize(1);
  EXPECT_THAT(tune_plot_script(run), HasSubstr("$others << END_OF_DATA\nNaN NaN NaN NaN NaN\nEND_OF_DATA\n"));
}

TEST(TunePlot, LetsGnuplotExpandNothing) {
  EXPECT_EQ(gnuplot_quoted("it's `id` \"$(x)\"\n@y"), "'it''s `id` \"$(x)\" @y'");
  TuneRun run = sample_run();
  run.problem = "a'\nset output 'x";
  EXPECT_THAT(tune_plot_script(run), Not(HasSubstr("\nset output")));
}

}  // namespace
}  // namespace tilewright::report
