#include "core/tuning/tune.hpp"

namespace tilewright {

TuneResult tune(const TuningProblem& problem, Backend& backend, const TuneOptions& options) {
  check_rule(options.rule, problem.space);
  TuneResult result;
  result.pruned = prune(problem);                                            // 1 what cannot run goes, with its reason
  result.shortlist = shortlist(problem, result.pruned.kept, options.top_k);  // 2 what the model likes
  result.trials = sweep(backend, result.shortlist, options.plan);            // 3 samples, or a failure, for each
  result.choice = select(result.trials, options.rule);                       // 4 the pick, and why
  return result;
}

}  // namespace tilewright
