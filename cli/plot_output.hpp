#pragma once

#include <optional>
#include <string>

#include "cli/flags.hpp"
#include "core/report/tune_run.hpp"

namespace tilewright::cli {

/// The drawing that `--plot` asks for; does nothing without it.
class PlotOutput {
 public:
  /// Throws `Error` before anything is measured: not_available without gnuplot, bad_argument for a path that cannot be
  /// written or is that of the result too.
  explicit PlotOutput(const Flags& flags);

  /// Throws `Error` when the file cannot be written after all, and when nothing was measured.
  void draw(const report::TuneRun& run) const;

 private:
  std::optional<std::string> path_;
  std::string gnuplot_;
};

}  // namespace tilewright::cli
