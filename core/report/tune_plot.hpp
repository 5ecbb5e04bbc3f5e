#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/report/tune_run.hpp"

namespace tilewright::report {

/// Most configs that a plot shows: the fastest, and the pick.
inline constexpr std::size_t kMaxPlotRows = 60;

/// A gnuplot script that writes an SVG to its standard output: for each measured config, the fastest on top, the
/// median and [p20, p80] beside the predicted time, in milliseconds; the pick marked.
///
/// Precondition: at least one trial was measured.
[[nodiscard]] std::string tune_plot_script(const TuneRun& run);

/// `text` as a gnuplot string in single quotes, within which gnuplot expands nothing; control characters are blanks.
[[nodiscard]] std::string gnuplot_quoted(std::string_view text);

}  // namespace tilewright::report
