#pragma once

#include <optional>
#include <vector>

#include "core/tuning/backend.hpp"
#include "core/tuning/shortlist.hpp"

namespace tilewright {

/// One timed candidate: a row of the result, whether it worked or not.
struct Trial : Candidate {
  Samples samples_ms;              ///< in the order taken; what came before a failure is kept
  std::optional<Failure> failure;  ///< a failed trial is never picked
};

/// How candidates are timed.
struct SweepPlan {
  int repeats = 25;          ///< samples of each config, from 1
  int warmup = 0;            ///< samples of each config that are taken first and dropped
  bool interleaved = false;  ///< one sample of each config in turn, so that drift meets all of them alike
  bool time_single = false;  ///< time the only candidate too, though there is nothing to choose
};

/// Stage 3: samples, or a failure, for each candidate, in order.
///
/// Whatever a config does, the others go on: what it throws, a time that is not finite and positive, and a wrong
/// number of samples are its failure. A single candidate is not timed unless the plan says so; its trial has no
/// samples and no failure. Throws `Error` for a plan out of range.
[[nodiscard]] std::vector<Trial> sweep(Backend& backend, const Shortlist& shortlist, const SweepPlan& plan);

}  // namespace tilewright
