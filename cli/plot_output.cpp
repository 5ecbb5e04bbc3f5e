#include "cli/plot_output.hpp"

#include <fmt/format.h>

#include "cli/files.hpp"
#include "cli/gnuplot.hpp"
#include "core/error.hpp"
#include "core/report/tune_plot.hpp"

namespace tilewright::cli {
namespace {

Error wrong_use(const std::string& path, const std::string& what) {
  return {ErrorKind::bad_argument, fmt::format("cannot write --plot '{}': {}", path, what)};
}

}  // namespace

PlotOutput::PlotOutput(const Flags& flags) : path_(flags.optional_text("plot")) {
  if (!path_) return;
  if (path_ == flags.optional_text("output")) throw wrong_use(*path_, "--output writes there too; give two files");
  const std::optional<std::string> gnuplot = find_gnuplot();
  if (!gnuplot)
    throw Error(ErrorKind::not_available,
                fmt::format("--plot needs gnuplot, which is not on PATH; {}", kGnuplotAdvice));
  gnuplot_ = *gnuplot;
  if (const auto why = why_not_writable(*path_)) throw wrong_use(*path_, *why);
}

void PlotOutput::draw(const report::TuneRun& run) const {
  if (!path_) return;
  if (report::count_trials(run.result.trials).measured == 0)
    throw wrong_use(*path_, "nothing was measured; --time-single times the only candidate");
  if (const auto why = write_file(*path_, run_gnuplot(gnuplot_, report::tune_plot_script(run))))
    throw wrong_use(*path_, *why);
}

}  // namespace tilewright::cli
