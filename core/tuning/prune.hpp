#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/tuning/problem.hpp"

namespace tilewright {

/// How many configs one rule removed, with the first of them as the example.
struct RejectionCount {
  std::string rule;
  std::uint64_t count = 0;
  Config example;
  Rejected example_reason;
};

/// What pruning left. A rejected config is counted, not kept: `verdict` gives its reason again.
struct PruneResult {
  std::uint64_t space_size = 0;            ///< configs that satisfy the constraints
  std::vector<ConfigIndex> kept;           ///< in the order of the space
  std::vector<RejectionCount> rejections;  ///< in order of each rule's first rejection

  [[nodiscard]] std::uint64_t rejected() const { return space_size - kept.size(); }
};

/// Why `config` is rejected; nothing when it is kept. What the predicate throws is reported as an `Error` that names
/// the config.
[[nodiscard]] std::optional<Rejected> verdict(const TuningProblem& problem, const Config& config);

/// Stage 1: sorts the configs of the space into those that can run and those that cannot.
[[nodiscard]] PruneResult prune(const TuningProblem& problem);

/// `34 by shared memory, 12 by registers`; empty when nothing was rejected.
[[nodiscard]] std::string summary(const std::vector<RejectionCount>& rejections);

}  // namespace tilewright
