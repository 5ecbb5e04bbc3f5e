#include <fmt/format.h>

#include <memory>

#include "cli/backends.hpp"
#include "cli/command.hpp"
#include "cli/gemm_flags.hpp"
#include "cli/plot_output.hpp"
#include "cli/progress.hpp"
#include "cli/register_flags.hpp"
#include "cli/result_output.hpp"
#include "cli/terminal.hpp"
#include "cli/tune_store.hpp"
#include "cli/tuning_flags.hpp"
#include "core/gemm/tile_config.hpp"
#include "core/report/tune_report.hpp"
#include "core/report/wave_picture.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kSummary = "tune one GEMM: what was pruned and why, the trials, the pick and why";

Flags declare_tune() {
  Flags flags({.command = "tune",
               .summary = kSummary,
               .notes = kTuningNotes,
               .example = "tilewright tune --gpu rtx3070 --shape 4096x4096x4096 --backend fake_measure --seed 0 "
                          "--repeats 25 --top-k 8"});
  declare_gemm_flags(flags);
  declare_register_flags(flags);
  declare_tuning_flags(flags);
  flags.toggle("time-single", "time the only candidate too, though there is nothing to choose");
  declare_tune_store_flags(flags);
  declare_output_flags(flags);
  flags.value("plot", "FILE.svg", "draw measured intervals beside predictions, with gnuplot");
  return flags;
}

TuneResult tune_with_progress(const Measured& measured, Backend& backend, const TuneOptions& options, bool quiet) {
  if (quiet || !stderr_is_terminal()) return tune(measured.problem, backend, options);
  ProgressBackend progress(backend, options.plan.warmup + options.plan.repeats, measured.compile_progress);
  return tune(measured.problem, progress, options);
}

/// Measures, and adds to the result what the reports say of a GEMM.
report::TuneRun tune_gemm(const GemmRequest& gemm, const BackendEntry& entry, const Measured& measured,
                          TuneStore& store, const TuneOptions& options, bool quiet) {
  report::TuneRun run{.problem = measured.problem.name,
                      .key = measured.problem.key,
                      .backend = measured.backend->describe(),
                      .options = options,
                      .result = tune_with_progress(measured, store.backend(), options, quiet),
                      .label = entry.label};
  store.keep_choice(run);
  if (store.has_facts())
    for (const Trial& trial : run.result.trials) run.facts.push_back(store.facts(trial.config));
  if (measured.notes) run.backend_notes = measured.notes();
  for (const std::string& note : store.notes()) run.backend_notes.push_back(note);
  if (const auto& choice = run.result.choice; choice && measured.predict) {
    const Config& pick = run.result.trials[choice->trial].config;
    run.pick_details = report::wave_picture(measured.predict(pick), gemm::tile_config(pick), gemm.gpu);
  }
  return run;
}

ExitCode run_tune(const Flags& flags) {
  // Everything is read before anything is measured.
  TuningRequest request = tuning_request(flags);
  request.options.plan.time_single = flags.on("time-single");
  const BackendEntry& entry = *request.backend;
  const GemmRequest gemm = gemm_request(flags, entry.default_gpu);
  const Measured measured = entry.make(gemm, flags);
  const PlotOutput plot(flags);
  const ResultOutput output(flags);

  const TuneOptions options = options_for(measured, request);
  TuneStore store(flags, measured, options.plan);
  const report::TuneRun run = tune_gemm(gemm, entry, measured, store, options, flags.on("quiet"));
  const ExitCode delivered =
      output.deliver({.table = [&](const report::Style& style) { return report::tune_table(run, style); },
                      .json = [&] { return report::tune_json(run); },
                      .csv = [&] { return report::tune_csv(run); }});
  if (!run.result.choice) {
    complain(report::no_valid_config(run));
    return ExitCode::no_valid_config;
  }
  plot.draw(run);
  return delivered;
}

}  // namespace

const Command kTuneCommand{"tune", kSummary, declare_tune, run_tune};

}  // namespace tilewright::cli
