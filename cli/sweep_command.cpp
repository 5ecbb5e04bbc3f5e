#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/default_flag.hpp"
#include "cli/gemm_flags.hpp"
#include "cli/register_flags.hpp"
#include "cli/result_output.hpp"
#include "cli/shape_progress.hpp"
#include "cli/shapes_flag.hpp"
#include "cli/table_file.hpp"
#include "cli/terminal.hpp"
#include "cli/tune_store.hpp"
#include "cli/tuning_flags.hpp"
#include "core/error.hpp"
#include "core/report/sweep_report.hpp"
#include "core/report/tune_run.hpp"
#include "core/store/shape_table.hpp"
#include "core/tuning/tune_against.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kSummary = "tune many shapes into a table that programs look up";

Flags declare_sweep() {
  Flags flags(
      {.command = "sweep",
       .summary = kSummary,
       .notes = "FILE.csv has lines of M,N,K, after a header with these names if it likes; # begins a comment.\n"
                "The table is written after each shape: a sweep that was interrupted goes on where it was, and\n"
                "shapes that are there are not tuned again. Only the same GEMM, device, backend and options go\n"
                "into one table. Each shape is measured as `tune` does it, with the same seed.\n"
                "The default config is timed on each shape with the others, and what is slower is never picked.\n" +
                std::string(kTuningNotes),
       .example = "tilewright sweep --gpu rtx3070 --shapes 16x4096x4096,4096x4096x4096 --table table.json"});
  flags.value("shapes", "FILE.csv|MxNxK,...", "the shapes: a file, or a list as it is")
      .value("table", "FILE.json", "where they go; without it nothing is kept")
      .value("default", "NAME=VALUE,...",
             "the config for shapes that nothing is known of (default: what the model ranks first on the middle shape, "
             "the one that is nearest to the median M, N and K)");
  declare_gpu_flag(flags);
  declare_dtype_flag(flags);
  declare_register_flags(flags);
  declare_tuning_flags(flags);
  declare_tune_store_flags(flags);
  declare_output_flags(flags);
  return flags;
}

/// What the store gave to a sweep.
struct FromStore {
  store::Tally tally;
  std::string warning;  ///< the first

  void add(const TuneStore& store) {
    tally.samples += store.tally().samples;
    tally.from_store += store.tally().from_store;
    if (warning.empty()) warning = store.warning();
  }

  void add_to(std::vector<std::string>& notes) const {
    if (tally.from_store > 0) notes.push_back(from_store_text(tally));
    if (!warning.empty()) notes.push_back(warning);
  }
};

/// What a sweep is asked for.
struct Sweep {
  const Flags& flags;
  TuningRequest request;
  GemmRequest gemm;  ///< without a shape
  store::ShapeList list;

  [[nodiscard]] Measured measured(const gemm::GemmShape& shape) const {
    GemmRequest with_shape = gemm;
    with_shape.shape = shape;
    return request.backend->make(with_shape, flags);
  }
};

std::string asked_for(const Flags& flags, const std::string& name) {
  if (const auto text = flags.optional_text(name)) return *text;
  throw Error(ErrorKind::bad_argument, fmt::format("--{} is missing; see `tilewright sweep --help`", name));
}

/// The entries that are the same for every shape.
void add_common(lookup::Fields& fields, const Config& config) {
  constexpr std::array<std::string_view, 7> kOfOneShape{"M",     "N", "K", "gpu", "a_aligned_bytes", "b_aligned_bytes",
                                                        "timing"};
  for (auto& field : store::to_fields(config))
    if (std::ranges::find(kOfOneShape, field.first) == kOfOneShape.end()) fields.push_back(std::move(field));
}

/// What the model likes best on the middle shape; if nothing can run there, on the largest where something can.
Config default_of(const Sweep& sweep, const Measured& middle) {
  const auto first_of = [](const TuningProblem& problem) {
    auto candidates = shortlist(problem, prune(problem).kept, TopK::count(1)).candidates;
    return candidates.empty() ? std::nullopt : std::optional(candidates.front().config);
  };
  if (const auto text = sweep.flags.optional_text("default")) return parse_default(*text, middle.problem.space);
  if (const auto config = first_of(middle.problem)) return *config;
  auto shapes = sweep.list.shapes;
  std::ranges::sort(shapes, [](const auto& a, const auto& b) { return store::to_lookup(b) < store::to_lookup(a); });
  for (const gemm::GemmShape& shape : shapes)
    if (const auto config = first_of(sweep.measured(shape).problem)) return *config;
  return middle.problem.space.first();
}

/// A table without entries: what is about to be measured, and how.
lookup::Table empty_table(const Sweep& sweep) {
  const Measured middle = sweep.measured(store::middle_of(sweep.list.shapes));
  const TuneOptions& options = sweep.request.options;
  check_rule(options.rule, middle.problem.space);
  static_cast<void>(TuneStore(sweep.flags, middle, options.plan));  // flags that do not fit end it here
  lookup::Table table{.key = {{"kernel", middle.problem.name}},
                      .method = {},
                      .device = store::device_fields(sweep.gemm.gpu),
                      .configs = {store::to_fields(default_of(sweep, middle))},
                      .entries = {}};
  add_common(table.key, middle.problem.key);
  add_common(table.method, middle.backend->describe());
  table.method.emplace_back("top_k", options.top_k.to_text());
  for (const char* flag : {"repeats", "warmup"}) table.method.emplace_back(flag, sweep.flags.text(flag));
  table.method.emplace_back("interleave", options.plan.interleaved);
  table.method.emplace_back("registers", sweep.flags.optional_text("registers").value_or("default"));
  table.method.emplace_back("rule", options.rule.name);
  return table;
}

/// Tunes one shape. Whatever is wrong with it, the sweep goes on.
report::SweptShape tune_shape(const Sweep& sweep, const gemm::GemmShape& shape, const Config& default_config,
                              FromStore& from_store) {
  report::SweptShape swept{.shape = shape, .state = report::SweptState::no_valid_config};
  try {
    const Measured measured = sweep.measured(shape);
    report::TuneRun run{.problem = measured.problem.name,
                        .key = measured.problem.key,
                        .backend = measured.backend->describe(),
                        .options = options_for(measured, sweep.request),
                        .result = {},
                        .label = sweep.request.backend->label};
    TuneStore store(sweep.flags, measured, run.options.plan);
    run.result = tune_against(default_config, measured.problem, store.backend(), run.options);
    store.keep_choice(run);
    from_store.add(store);
    const TuneResult& result = run.result;
    if (!result.choice) {
      swept.why_not = report::no_valid_config(run);
      return swept;
    }
    const Trial& pick = result.trials[result.choice->trial];
    const auto old = std::ranges::find(result.trials, default_config, &Trial::config);
    swept.state = report::SweptState::tuned;
    swept.config = pick.config;
    swept.median_ms = report::figures_of(pick)->median_ms;
    if (old != result.trials.end() && !old->failure) swept.default_ms = report::figures_of(*old)->median_ms;
    swept.predicted_ms = pick.predicted_ms;
    swept.samples = std::ssize(pick.samples_ms);
  } catch (const Error& fault) {
    swept.why_not = fault.what();
  }
  return swept;
}

report::SweptShape known_shape(const lookup::Table& table, const lookup::Entry& entry) {
  return {.shape = store::to_gemm(entry.shape),
          .state = report::SweptState::known,
          .config = store::to_config(table.configs[entry.config]),
          .median_ms = entry.median_ms,
          .default_ms = entry.default_ms,
          .predicted_ms = entry.predicted_ms,
          .samples = entry.samples};
}

std::vector<report::SweptShape> tune_shapes(const Sweep& sweep, TableFile& file, FromStore& from_store) {
  const Config default_config = store::to_config(file.table().configs[file.table().default_config]);
  ShapeProgress progress(sweep.list.shapes.size(), !sweep.flags.on("quiet") && stderr_is_terminal());
  std::vector<report::SweptShape> shapes;
  for (const gemm::GemmShape& shape : sweep.list.shapes) {
    if (const lookup::Entry* known = store::find(file.table(), store::to_lookup(shape))) {
      shapes.push_back(known_shape(file.table(), *known));
      continue;
    }
    progress.begin(shape, shapes.size());
    const report::SweptShape& swept = shapes.emplace_back(tune_shape(sweep, shape, default_config, from_store));
    if (swept.state == report::SweptState::no_valid_config) continue;
    file.add({.shape = store::to_lookup(shape),
              .median_ms = swept.median_ms,
              .default_ms = swept.default_ms,
              .predicted_ms = swept.predicted_ms,
              .samples = swept.samples},
             store::to_fields(swept.config));
  }
  return shapes;
}

ExitCode run_sweep(const Flags& flags) {
  TuningRequest request = tuning_request(flags);
  const GemmRequest gemm = gemm_request_without_shape(flags, request.backend->default_gpu);
  const Sweep sweep{flags, std::move(request), gemm, shapes_asked_for(asked_for(flags, "shapes"))};
  const ResultOutput output(flags);
  TableFile file(flags.optional_text("table"), empty_table(sweep), flags.given("default"));

  FromStore from_store;
  const bool resumed = !file.table().entries.empty();
  report::SweepRun run{.gpu = sweep.gemm.gpu.name,
                       .backend = std::string(sweep.request.backend->name),
                       .default_config = store::to_config(file.table().configs[file.table().default_config]),
                       .default_origin = flags.given("default") ? "as given"
                                         : resumed              ? "of the table"
                                                                : "first by the model on the middle shape",
                       .shapes = tune_shapes(sweep, file, from_store),
                       .notes = sweep.list.notes,
                       .label = sweep.request.backend->label};
  from_store.add_to(run.notes);
  const ExitCode delivered =
      output.deliver({.table = [&](const report::Style& style) { return report::sweep_table(run, style); },
                      .json = [&] { return report::sweep_json(run); },
                      .csv = [&] { return report::sweep_csv(run); }});
  if (report::count(run, report::SweptState::no_valid_config) < run.shapes.size()) return delivered;
  complain(fmt::format("no shape has a valid config; {}: {}", to_text(run.shapes.front().shape),
                       run.shapes.front().why_not));
  return ExitCode::no_valid_config;
}

}  // namespace

const Command kSweepCommand{"sweep", kSummary, declare_sweep, run_sweep};

}  // namespace tilewright::cli
