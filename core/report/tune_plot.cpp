#include "core/report/tune_plot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

namespace tilewright::report {
namespace {

constexpr std::string_view kMeasuredColour = "#3b6ea5";
constexpr std::string_view kPickColour = "#d1495b";
constexpr std::string_view kPredictedColour = "#6b6b6b";

bool is_pick(const TuneRun& run, std::size_t position) {
  return run.result.choice && run.result.choice->trial == position;
}

/// Measured trials, the fastest first, no more than fit; the pick is always one of them.
std::vector<std::size_t> rows_of(const TuneRun& run) {
  std::vector<std::size_t> rows;
  for (const std::size_t position : fastest_first(run.result.trials)) {
    if (!figures_of(run.result.trials[position])) continue;
    if (rows.size() < kMaxPlotRows || is_pick(run, position)) rows.push_back(position);
  }
  return rows;
}

std::string labels_of(const TuneRun& run, const std::vector<std::size_t>& rows) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string label = run.label(run.result.trials[rows[i]].config);
    labels.push_back(fmt::format("{} {}", gnuplot_quoted(is_pick(run, rows[i]) ? "* " + label : label), i));
  }
  return fmt::to_string(fmt::join(labels, ", "));
}

/// Lines of: row, median, p20, p80, predicted; of the pick, or of all others.
std::string data_block(const TuneRun& run, const std::vector<std::size_t>& rows, bool pick) {
  std::string lines;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_pick(run, rows[i]) != pick) continue;
    const Trial& trial = run.result.trials[rows[i]];
    const TrialFigures figures = *figures_of(trial);
    const std::string predicted = trial.predicted_ms ? fmt::format("{}", *trial.predicted_ms) : "NaN";
    lines += fmt::format("{} {} {} {} {}\n", i, figures.median_ms, figures.p20_ms, figures.p80_ms, predicted);
  }
  // gnuplot refuses to draw an empty block, and skips a row that is not a number.
  return lines.empty() ? "NaN NaN NaN NaN NaN\n" : lines;
}

std::string title_of(const TuneRun& run, std::size_t rows) {
  const std::size_t measured = count_trials(run.result.trials).measured;
  const std::string shown =
      rows < measured ? fmt::format("{} of {} measured configs", rows, measured) : fmt::format("{} configs", rows);
  return fmt::format("{} {}: {}, repeats: {}", run.problem, to_text(run.key), shown, run.options.plan.repeats);
}

}  // namespace

std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char character : text) {
    const bool control = static_cast<unsigned char>(character) < 0x20 || character == 0x7F;
    quoted += control ? ' ' : character;
    if (character == '\'') quoted += '\'';
  }
  return quoted + "'";
}

std::string tune_plot_script(const TuneRun& run) {
  const std::vector<std::size_t> rows = rows_of(run);
  assert(!rows.empty());
  constexpr std::size_t kRowPixels = 26;
  constexpr std::size_t kFramePixels = 170;
  return fmt::format(
      R"(set encoding utf8
set terminal svg size 960,{height} font 'Helvetica,14' noenhanced background '#ffffff'
$others << END_OF_DATA
{others}END_OF_DATA
$pick << END_OF_DATA
{pick}END_OF_DATA
set title {title}
set xlabel 'time [ms], the fastest config on top'
set ytics ({labels}) scale 0
set yrange [{last}.6:-0.6]
set offsets graph 0.05, graph 0.05, 0, 0
set border 3 linecolor '#444444'
set xtics nomirror
set grid xtics linetype 1 linecolor '#e0e0e0'
set key outside above center horizontal reverse Left samplen 2 maxrows 1
set bars 0.6
plot $others using 5:1 with points pointtype 13 pointsize 0.8 linecolor '{predicted_colour}' title 'predicted', \
     $pick using 5:1 with points pointtype 13 pointsize 0.8 linecolor '{predicted_colour}' notitle, \
     $others using 2:1:3:4 with xerrorbars linewidth 2 pointtype 7 pointsize 0.7 linecolor '{measured_colour}' \
       title 'median, [p20, p80]', \
     $pick using 2:1:3:4 with xerrorbars linewidth 3 pointtype 7 pointsize 0.9 linecolor '{pick_colour}' \
       title 'the pick (*)'
)",
      fmt::arg("height", kFramePixels + kRowPixels * rows.size()), fmt::arg("others", data_block(run, rows, false)),
      fmt::arg("pick", data_block(run, rows, true)), fmt::arg("title", gnuplot_quoted(title_of(run, rows.size()))),
      fmt::arg("labels", labels_of(run, rows)), fmt::arg("last", rows.size() - 1),
      fmt::arg("measured_colour", kMeasuredColour), fmt::arg("pick_colour", kPickColour),
      fmt::arg("predicted_colour", kPredictedColour));
}

}  // namespace tilewright::report
