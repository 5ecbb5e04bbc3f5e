#include <fmt/format.h>
#include <fmt/ranges.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "core/report/milliseconds.hpp"
#include "core/report/trial_facts.hpp"
#include "core/report/tune_report.hpp"

namespace tilewright::report {
namespace {

/// More rows than that nobody reads: the others are counted.
constexpr std::size_t kMostRows = 40;

/// With more parameters than that, those that are the same in all rows are said once, above the table.
constexpr std::size_t kMostParameters = 8;

/// Everything that the rows of one table have in common.
struct Scale {
  int decimals = 0;
  double fastest_ms = 0;                ///< the least median, 0 without one
  std::vector<std::size_t> parameters;  ///< positions of those that have a column
  bool has_resources = false;           ///< of any trial
  bool has_predictions = false;         ///< of any trial
};

bool has_column(const std::vector<Trial>& trials, std::size_t parameter) {
  if (trials.front().config.size() <= kMostParameters) return true;
  const Value& first = trials.front().config.values()[parameter];
  return ranges::any_of(trials, [&](const Trial& trial) { return trial.config.values()[parameter] != first; });
}

std::vector<std::size_t> parameter_columns(const std::vector<Trial>& trials) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < trials.front().config.size(); ++i)
    if (has_column(trials, i)) positions.push_back(i);
  return positions;
}

Scale scale_of(const TuneRun& run, const std::vector<std::size_t>& order) {
  const std::vector<Trial>& trials = run.result.trials;
  std::vector<double> times;
  for (const std::size_t position : order) {
    const Trial& trial = trials[position];
    times.push_back(trial.predicted_ms.value_or(0));
    if (const auto figures = figures_of(trial)) times.push_back(figures->p20_ms);
  }
  const auto fastest = order.empty() ? std::nullopt : figures_of(trials[order.front()]);
  const auto has_resources = [](const Trial& trial) {
    return trial.resources.smem_bytes > 0 || trial.resources.registers > 0;
  };
  return {.decimals = decimals_for(times),
          .fastest_ms = fastest ? fastest->median_ms : 0,
          .parameters = parameter_columns(trials),
          .has_resources = has_compiled_registers(run) || ranges::any_of(trials, has_resources),
          .has_predictions = ranges::any_of(trials, [](const Trial& trial) { return trial.predicted_ms.has_value(); })};
}

std::vector<Column> columns_for(const Config& config, const Scale& scale) {
  std::vector<Column> columns{{"", Align::left}};
  for (const std::size_t i : scale.parameters) {
    const bool text = std::holds_alternative<std::string>(config.values()[i]);
    columns.push_back({config.names()[i], text ? Align::left : Align::right});
  }
  if (scale.has_resources) columns.insert(columns.end(), {{"smem B"}, {"regs/thread"}});
  if (scale.has_predictions) columns.push_back({"predicted ms"});
  columns.push_back({"median ms"});
  columns.push_back({"[p20, p80] ms", Align::left});
  columns.push_back({"vs fastest"});
  columns.push_back({"", Align::left});
  return columns;
}

std::string slower_text(double median_ms, double fastest_ms) {
  return median_ms == fastest_ms ? "fastest" : fmt::format("+{:.1f} %", 100 * (median_ms / fastest_ms - 1));
}

std::string failure_text(const Failure& failure) {
  constexpr std::size_t kWidest = 100;  // a compiler's log may have thousands of lines
  return one_line(fmt::format("{}: {}", to_text(failure.kind), failure.text), kWidest);
}

std::vector<std::string> time_cells(const Trial& trial, const Scale& scale) {
  const auto ms = [&](double time) { return ms_text(time, scale.decimals); };
  std::vector<std::string> cells;
  if (scale.has_predictions) cells.push_back(trial.predicted_ms ? ms(*trial.predicted_ms) : "-");
  if (const auto figures = figures_of(trial)) {
    cells.push_back(ms(figures->median_ms));
    cells.push_back(fmt::format("[{}, {}]", ms(figures->p20_ms), ms(figures->p80_ms)));
    cells.push_back(slower_text(figures->median_ms, scale.fastest_ms));
    cells.emplace_back();
  } else {
    cells.insert(cells.end(), {"-", "-", "-"});
    cells.push_back(trial.failure ? failure_text(*trial.failure) : "not timed");
  }
  return cells;
}

/// Per thread: what the compiler took; else the estimate, marked where others are compiled.
std::string registers_text(const TuneRun& run, std::size_t position) {
  if (const auto compiled = compiled_registers(run, position)) return fmt::format("{}", *compiled);
  return fmt::format("{}{}", has_compiled_registers(run) ? "~" : "", run.result.trials[position].resources.registers);
}

Row row_of(const Trial& trial, std::string_view sign, std::string registers, const Scale& scale) {
  Row row{.cells = {std::string(sign)}, .emphasized = sign == "*"};
  for (const std::size_t i : scale.parameters) row.cells.push_back(to_text(trial.config.values()[i]));
  if (scale.has_resources)
    row.cells.insert(row.cells.end(), {fmt::format("{}", trial.resources.smem_bytes), std::move(registers)});
  const std::vector<std::string> times = time_cells(trial, scale);
  row.cells.insert(row.cells.end(), times.begin(), times.end());
  return row;
}

std::string_view sign_of(const std::optional<Choice>& choice, std::size_t position) {
  if (!choice) return "";
  if (choice->trial == position) return "*";
  return ranges::contains(choice->tied, position) ? "=" : "";
}

std::string legend(const TuneRun& run) {
  std::string text = run.result.choice ? "* pick   = not told from the fastest by the rule\n" : "";
  bool estimated = false;
  for (std::size_t i = 0; i < run.result.trials.size(); ++i) estimated |= !compiled_registers(run, i);
  if (has_compiled_registers(run))
    text += fmt::format("registers as compiled{}\n", estimated ? "; ~ an estimate: there is no machine code" : "");
  return text;
}

/// `in all: KWG=32 ...`, of the parameters without a column.
std::string common_parameters(const Config& config, const Scale& scale) {
  std::string text;
  for (std::size_t i = 0; i < config.size(); ++i)
    if (!ranges::contains(scale.parameters, i))
      text += fmt::format(" {}={}", config.names()[i], to_text(config.values()[i]));
  return text.empty() ? "" : printable("in all:" + text) + "\n";
}

/// The fastest ones, no more than fit; the pick is always one of them.
std::vector<std::size_t> rows_shown(const TuneResult& result) {
  std::vector<std::size_t> shown;
  for (const std::size_t position : fastest_first(result.trials))
    if (shown.size() < kMostRows || (result.choice && result.choice->trial == position)) shown.push_back(position);
  return shown;
}

std::string trials_table(const TuneRun& run, const Style& style) {
  const TuneResult& result = run.result;
  if (result.trials.empty()) return "";
  const std::vector<std::size_t> order = rows_shown(result);
  const Scale scale = scale_of(run, order);
  std::vector<Row> rows;
  for (const std::size_t position : order)
    rows.push_back(
        row_of(result.trials[position], sign_of(result.choice, position), registers_text(run, position), scale));
  const Config& config = result.trials.front().config;
  std::string text =
      fmt::format("\n{}{}", common_parameters(config, scale), text_table(columns_for(config, scale), rows, style));
  if (const std::size_t left_out = result.trials.size() - rows.size(); left_out > 0)
    text += fmt::format("and {} more, none faster; --format csv and json have them\n", left_out);
  return text + legend(run);
}

/// `fake_measure seed=0 ...`: a backend's first entry is its name.
std::string backend_text(const Config& backend) {
  constexpr std::string_view kName = "name=";
  const std::string text = to_text(backend);
  return text.starts_with(kName) ? text.substr(kName.size()) : text;
}

/// Nothing when pruning left nothing.
std::string sweep_sentence(const TuneRun& run) {
  const std::size_t tried = run.result.trials.size();
  if (tried == 0) return "";
  const TrialCounts counts = count_trials(run.result.trials);
  const SweepPlan& plan = run.options.plan;
  const std::string how = counts.measured + counts.failed == 0
                              ? "not timed"
                              : fmt::format("{} sample{} each{}", plan.repeats, plan.repeats == 1 ? "" : "s",
                                            plan.interleaved ? ", interleaved" : "");
  return fmt::format("{} of {} kept configs tried, {}\n", tried, run.result.pruned.kept.size(), how);
}

std::string conditions_line(const TuneRun& run) {
  const std::string text = conditions_text(run);
  return text.empty() ? "" : fmt::format("conditions, median [min, max]: {}\n", text);
}

std::string heading(const TuneRun& run) {
  return fmt::format("{}\n{}\n{}\n{}{}", printable(fmt::format("{} {}", run.problem, to_text(run.key))),
                     printable("measured by " + backend_text(run.backend)), pruned_sentence(run.result.pruned),
                     sweep_sentence(run), conditions_line(run));
}

std::string conclusion(const TuneRun& run) {
  if (!run.result.choice) return printable(no_valid_config(run)) + "\n";
  const Choice& choice = *run.result.choice;
  return fmt::format("{}{}pick: {}\nrule: {}\nwhy:  {}\n", run.pick_details, run.pick_details.empty() ? "" : "\n",
                     printable(run.label(run.result.trials[choice.trial].config)), choice.rule, printable(choice.why));
}

}  // namespace

std::string tune_table(const TuneRun& run, const Style& style) {
  std::string text = heading(run) + trials_table(run, style);
  for (const std::string& note : notes_on(run)) text += fmt::format("note: {}\n", printable(note));
  return text + "\n" + conclusion(run);
}

}  // namespace tilewright::report
