#pragma once

#include <optional>
#include <vector>

#include "core/tuning/backend.hpp"
#include "core/tuning/problem.hpp"
#include "core/tuning/prune.hpp"
#include "core/tuning/rule.hpp"
#include "core/tuning/select.hpp"
#include "core/tuning/shortlist.hpp"
#include "core/tuning/sweep.hpp"

namespace tilewright {

struct TuneOptions {
  TopK top_k = TopK::count(8);
  SweepPlan plan;
  Rule rule = default_rule();
};

/// What each stage gave.
struct TuneResult {
  PruneResult pruned;
  Shortlist shortlist;
  std::vector<Trial> trials;
  std::optional<Choice> choice;  ///< nothing when no config can be shipped; `pruned` and `trials` say why
};

/// Finds the config of `problem` to ship: prune, shortlist, sweep, select.
///
/// Throws `Error` for options that do not fit the problem, before anything is measured.
[[nodiscard]] TuneResult tune(const TuningProblem& problem, Backend& backend, const TuneOptions& options);

}  // namespace tilewright
