#include <fmt/format.h>

#include <memory>

#include "cli/backends.hpp"
#include "cli/command.hpp"
#include "cli/gemm_flags.hpp"
#include "cli/numbers.hpp"
#include "cli/plot_output.hpp"
#include "cli/progress.hpp"
#include "cli/register_flags.hpp"
#include "cli/result_output.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/gemm/tile_config.hpp"
#include "core/report/tune_report.hpp"
#include "core/report/wave_picture.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kSummary = "tune one GEMM: what was pruned and why, the trials, the pick and why";

Flags declare_tune() {
  Flags flags(
      {.command = "tune",
       .summary = kSummary,
       .notes = "RULE is a name (t3, triton, triton_dist) or TIES:KEY,KEY,... with TIES fastest, overlap[20,80],\n"
                "within[2%] or ci[95], and KEY median, mean, min, p20, p80, smem, registers or a parameter,\n"
                "with - in front for more is better. t3 is overlap[20,80]:smem,median.\n"
                "A time for --repeats is divided by what a sample of the reference result takes, so that every config\n"
                "gets the same count; a time for --warmup is run before the first sample. The samples of fake_measure\n"
                "take no time: it takes counts only.\n",
       .example = "tilewright tune --gpu rtx3070 --shape 4096x4096x4096 --backend fake_measure --seed 0 "
                  "--repeats 25 --top-k 8"});
  declare_gemm_flags(flags);
  declare_register_flags(flags);
  flags.value("backend", "NAME", "what measures; `tilewright doctor` lists them", "fake_measure")
      .value("top-k", "K", "configs to time: a count from 1, a share of the kept ones in (0, 1] as 0.25, or all", "8")
      .value("repeats", "N|Tms", "samples of each config: a count from 1, or the time that they may take, as 100ms",
             "25")
      .value("warmup", "N|Tms", "samples of each config that are taken first and dropped: a count, or a time as 25ms",
             "0")
      .toggle("interleave", "one sample of each config in turn, so that drift meets all alike")
      .toggle("time-single", "time the only candidate too, though there is nothing to choose")
      .value("rule", "RULE", "how to choose among what was measured", "t3");
  for (const BackendEntry& backend : known_backends()) backend.declare_flags(flags);
  declare_output_flags(flags);
  flags.value("plot", "FILE.svg", "draw measured intervals beside predictions, with gnuplot");
  return flags;
}

SampleCount sample_count(const Flags& flags, const std::string& name, int least, const BackendEntry& entry) {
  const SampleCount samples = parse_sample_count(name, flags.text(name), least);
  if (samples.count || entry.takes_time) return samples;
  throw Error(ErrorKind::bad_argument, fmt::format("--{} '{}': the samples of backend '{}' take no time; give a count",
                                                   name, flags.text(name), entry.name));
}

/// A count of repeats that is not known yet is 1.
TuneOptions tune_options(const Flags& flags, const BackendEntry& entry) {
  return {.top_k = parse_top_k(flags.text("top-k")),
          .plan = {.repeats = sample_count(flags, "repeats", 1, entry).count.value_or(1),
                   .warmup = sample_count(flags, "warmup", 0, entry).count.value_or(0),
                   .interleaved = flags.on("interleave"),
                   .time_single = flags.on("time-single")},
          .rule = parse_rule(flags.text("rule"))};
}

TuneResult tune_with_progress(const Measured& measured, const TuneOptions& options, bool quiet) {
  if (quiet || !stderr_is_terminal()) return tune(measured.problem, *measured.backend, options);
  ProgressBackend progress(*measured.backend, options.plan.warmup + options.plan.repeats, measured.compile_progress);
  return tune(measured.problem, progress, options);
}

/// Measures, and adds to the result what the reports say of a GEMM.
report::TuneRun tune_gemm(const GemmRequest& gemm, const BackendEntry& entry, const Measured& measured,
                          const TuneOptions& options, bool quiet) {
  report::TuneRun run{.problem = measured.problem.name,
                      .key = measured.problem.key,
                      .backend = measured.backend->describe(),
                      .options = options,
                      .result = tune_with_progress(measured, options, quiet),
                      .label = entry.label};
  if (measured.facts)
    for (const Trial& trial : run.result.trials) run.facts.push_back(measured.facts(trial.config));
  if (measured.notes) run.backend_notes = measured.notes();
  if (const auto& choice = run.result.choice; choice && measured.predict) {
    const Config& pick = run.result.trials[choice->trial].config;
    run.pick_details = report::wave_picture(measured.predict(pick), gemm::tile_config(pick), gemm.gpu);
  }
  return run;
}

ExitCode run_tune(const Flags& flags) {
  // Everything is read before anything is measured.
  const BackendEntry& entry = find_backend(flags.text("backend"));
  TuneOptions options = tune_options(flags, entry);
  if (const auto why_not = entry.why_not_here())
    throw Error(ErrorKind::not_available, fmt::format("backend '{}' is not available: {}", entry.name, *why_not));
  const GemmRequest gemm = gemm_request(flags, entry.default_gpu);
  const Measured measured = entry.make(gemm, flags);
  const PlotOutput plot(flags);
  const ResultOutput output(flags);

  if (const SampleCount repeats = sample_count(flags, "repeats", 1, entry); !repeats.count)
    options.plan.repeats = measured.samples_within(repeats.total_ms);
  const report::TuneRun run = tune_gemm(gemm, entry, measured, options, flags.on("quiet"));
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
