#include "core/tuning/tune_against.hpp"

#include <algorithm>

#include "core/stats/quantile.hpp"

namespace tilewright {
namespace {

bool is_in(const Space& space, const Config& config) {
  if (config.names() != space.first().names()) return false;
  for (std::size_t i = 0; i < config.size(); ++i)
    if (std::ranges::find(space.parameters()[i].values, config.values()[i]) == space.parameters()[i].values.end())
      return false;
  return space.satisfies_constraints(config);
}

void add_incumbent(const Config& incumbent, const TuningProblem& problem, Shortlist& shortlist) {
  if (std::ranges::find(shortlist.candidates, incumbent, &Candidate::config) != shortlist.candidates.end()) return;
  if (!is_in(problem.space, incumbent) || verdict(problem, incumbent)) return;
  shortlist.candidates.push_back(
      {.config = incumbent,
       .predicted_ms = problem.predict_ms ? std::optional(problem.predict_ms(incumbent)) : std::nullopt,
       .resources = problem.resources ? problem.resources(incumbent) : Resources{}});
}

double median_ms(const Trial& trial) { return stats::quantile(trial.samples_ms, 0.5); }

/// `select` among those that are not slower than the incumbent.
std::optional<Choice> select_against(const Config& incumbent, const std::vector<Trial>& trials, const Rule& rule) {
  const auto old = std::ranges::find(trials, incumbent, &Trial::config);
  if (old == trials.end() || old->failure) return select(trials, rule);
  const double limit_ms = median_ms(*old);
  std::vector<Trial> kept;
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].failure || median_ms(trials[i]) > limit_ms) continue;
    kept.push_back(trials[i]);
    positions.push_back(i);
  }
  std::optional<Choice> choice = select(kept, rule);
  if (!choice) return choice;
  choice->trial = positions[choice->trial];
  for (std::size_t& tied : choice->tied) tied = positions[tied];
  return choice;
}

}  // namespace

TuneResult tune_against(const Config& incumbent, const TuningProblem& problem, Backend& backend, TuneOptions options) {
  check_rule(options.rule, problem.space);
  options.plan.time_single = true;
  TuneResult result;
  result.pruned = prune(problem);
  result.shortlist = shortlist(problem, result.pruned.kept, options.top_k);
  add_incumbent(incumbent, problem, result.shortlist);
  result.trials = sweep(backend, result.shortlist, options.plan);
  result.choice = select_against(incumbent, result.trials, options.rule);
  return result;
}

}  // namespace tilewright
