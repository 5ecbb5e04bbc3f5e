#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "core/report/detail/json_text.hpp"
#include "core/report/tune_report.hpp"

namespace tilewright::report {
namespace {

template <typename Range, typename ToJson>
Json array_of(const Range& range, ToJson to_json_of) {
  Json array = Json::array();
  for (const auto& element : range) array.push_back(to_json_of(element));
  return array;
}

Json problem_json(const TuneRun& run) {
  Json problem = {{"kernel", run.problem}};
  problem.update(to_json(run.key));
  return problem;
}

Json counts_json(const TuneResult& result) {
  const TrialCounts trials = count_trials(result.trials);
  return {{"space", result.pruned.space_size}, {"rejected", result.pruned.rejected()},
          {"kept", result.pruned.kept.size()}, {"shortlisted", result.shortlist.candidates.size()},
          {"measured", trials.measured},       {"failed", trials.failed}};
}

Json options_json(const TuneOptions& options) {
  return {{"top_k", options.top_k.to_text()},        {"repeats", options.plan.repeats},
          {"warmup", options.plan.warmup},           {"interleaved", options.plan.interleaved},
          {"time_single", options.plan.time_single}, {"rule", options.rule.name}};
}

Json trial_json(const Trial& trial) {
  const auto figures = figures_of(trial);
  const auto time = [&](double TrialFigures::*member) { return figures ? Json((*figures).*member) : Json(); };
  Json json = {{"config", to_json(trial.config)},
               {"predicted_ms", trial.predicted_ms ? Json(*trial.predicted_ms) : Json()},
               {"smem_bytes", trial.resources.smem_bytes},
               {"registers", trial.resources.registers},
               {"samples_ms", trial.samples_ms},
               {"median_ms", time(&TrialFigures::median_ms)},
               {"p20_ms", time(&TrialFigures::p20_ms)},
               {"p80_ms", time(&TrialFigures::p80_ms)},
               {"failure", nullptr}};
  if (trial.failure) json["failure"] = {{"kind", to_text(trial.failure->kind)}, {"text", trial.failure->text}};
  return json;
}

/// Those of a backend that knows something have `facts`, empty where it knows nothing of one.
Json trials_json(const TuneRun& run) {
  Json trials = array_of(run.result.trials, trial_json);
  for (std::size_t i = 0; i < run.facts.size(); ++i) trials[i]["facts"] = to_json(run.facts[i]);
  return trials;
}

Json choice_json(const TuneResult& result) {
  if (!result.choice) return nullptr;
  const auto config_at = [&](std::size_t position) { return to_json(result.trials[position].config); };
  return {{"config", config_at(result.choice->trial)},
          {"rule", result.choice->rule},
          {"tied", array_of(result.choice->tied, config_at)},
          {"why", result.choice->why}};
}

Json notes_json(const TuneRun& run) {
  Json notes = notes_on(run);
  if (!run.result.choice) notes.push_back(no_valid_config(run));
  return notes;
}

}  // namespace

std::string tune_json(const TuneRun& run) {
  const TuneResult& result = run.result;
  const auto rejection_json = [](const RejectionCount& rejection) {
    return Json{{"reason", rejection.rule}, {"count", rejection.count}};
  };
  return json_text(
      {{"schema", "tilewright.tune/1"},
       {"problem", problem_json(run)},
       {"backend", to_json(run.backend)},
       {"counts", counts_json(result)},
       {"rejections", array_of(result.pruned.rejections, rejection_json)},
       {"trials", trials_json(run)},
       {"choice", choice_json(result)},
       {"shortlist", {{"requested", result.shortlist.requested}, {"added_by_ties", result.shortlist.added_by_ties}}},
       {"options", options_json(run.options)},
       {"notes", notes_json(run)}});
}

}  // namespace tilewright::report
