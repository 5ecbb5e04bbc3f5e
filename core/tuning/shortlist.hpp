#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/tuning/problem.hpp"
#include "core/tuning/top_k.hpp"

namespace tilewright {

/// A config that is worth timing, with what is known of it before.
struct Candidate {
  Config config;
  std::optional<double> predicted_ms;  ///< nothing without a model
  Resources resources;
};

struct Shortlist {
  std::vector<Candidate> candidates;  ///< best prediction first; equal ones in the order of the space
  std::size_t requested = 0;          ///< what `top_k` amounts to
  std::size_t added_by_ties = 0;      ///< how many more went in because the model cannot tell them from the last one
};

/// Stage 2: the configs of `kept` that the model likes best.
///
/// Configs with equal predictions are a group that is never split: the whole group of the last config that `top_k`
/// admits goes in. Without a model all configs are one group. NaN ranks behind everything. What the model throws is
/// reported as an `Error` that names the config.
[[nodiscard]] Shortlist shortlist(const TuningProblem& problem, std::span<const ConfigIndex> kept, const TopK& top_k);

}  // namespace tilewright
