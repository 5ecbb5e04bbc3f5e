#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>

#include "core/report/csv.hpp"
#include "core/report/trial_facts.hpp"
#include "core/report/tune_report.hpp"

namespace tilewright::report {
namespace {

std::vector<std::string> header_of(const Config::Names& parameters, const std::vector<std::string>& facts) {
  std::vector<std::string> header = parameters;
  for (const char* name : {"predicted_ms", "smem_bytes", "registers", "samples", "median_ms", "p20_ms", "p80_ms",
                           "picked", "tied", "failure_kind", "failure_text"})
    header.emplace_back(name);
  for (const std::string& fact : facts) header.push_back("facts." + fact);  // as the path in JSON
  return header;
}

/// Names of the parameters, also when nothing was left to try.
Config::Names parameters_of(const TuneResult& result) {
  if (!result.trials.empty()) return result.trials.front().config.names();
  if (!result.pruned.rejections.empty()) return result.pruned.rejections.front().example.names();
  return {};
}

std::vector<std::string> fields_of(const Trial& trial, bool picked, bool tied) {
  std::vector<std::string> fields;
  for (const Value& value : trial.config.values()) fields.push_back(to_text(value));
  fields.push_back(trial.predicted_ms ? fmt::format("{}", *trial.predicted_ms) : "");
  fields.push_back(fmt::format("{}", trial.resources.smem_bytes));
  fields.push_back(fmt::format("{}", trial.resources.registers));
  fields.push_back(fmt::format("{}", trial.samples_ms.size()));
  const auto figures = figures_of(trial);
  for (const auto member : {&TrialFigures::median_ms, &TrialFigures::p20_ms, &TrialFigures::p80_ms})
    fields.push_back(figures ? fmt::format("{}", (*figures).*member) : "");
  fields.emplace_back(picked ? "true" : "false");
  fields.emplace_back(tied ? "true" : "false");
  fields.emplace_back(trial.failure ? to_text(trial.failure->kind) : "");
  fields.push_back(trial.failure ? trial.failure->text : "");
  return fields;
}

void add_facts(std::vector<std::string>& fields, const Config& facts, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const Value* const value = facts.find(name);
    fields.push_back(value == nullptr ? "" : to_text(*value));
  }
}

}  // namespace

std::string tune_csv(const TuneRun& run) {
  const std::vector<Trial>& trials = run.result.trials;
  const auto& choice = run.result.choice;
  const std::vector<std::string> facts = fact_names(run);
  std::string text = csv_line(header_of(parameters_of(run.result), facts));
  for (std::size_t i = 0; i < trials.size(); ++i) {
    auto fields = fields_of(trials[i], choice && choice->trial == i, choice && ranges::contains(choice->tied, i));
    if (!facts.empty()) add_facts(fields, run.facts[i], facts);
    text += csv_line(fields);
  }
  return text;
}

}  // namespace tilewright::report
