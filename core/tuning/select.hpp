#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/tuning/sweep.hpp"

namespace tilewright {

/// A trial that can win, as a rule sees it: its samples are finite and positive.
struct Contender {
  const Trial* trial = nullptr;
  std::vector<double> sorted_ms;  ///< the samples, ascending; never empty
  double median_ms = 0;
};

/// What a rule decides: positions in the list that it was given.
struct Decision {
  std::size_t pick = 0;
  std::vector<std::size_t> tied;  ///< those that the rule could not tell from the fastest, the pick among them
  std::string why;                ///< one sentence with numbers
};

/// How to choose among contenders. Any function will do; `parse_rule` makes one from text.
struct Rule {
  std::string name;                                            ///< as it is shown
  std::function<Decision(std::span<const Contender>)> decide;  ///< called with at least one contender
  std::vector<std::string> parameters;                         ///< config parameters that it orders by
};

/// What to ship, and why. Positions are those of the list given to `select`.
struct Choice {
  std::size_t trial = 0;
  std::vector<std::size_t> tied;
  std::string rule;
  std::string why;
};

/// Stage 4: the trial to ship; nothing when no trial can win.
///
/// Only trials without failure, whose samples are all finite and positive, take part. A single trial that was not
/// timed is chosen as it is. Throws `Error` when the rule returns a position that it was not given.
[[nodiscard]] std::optional<Choice> select(std::span<const Trial> trials, const Rule& rule);

}  // namespace tilewright
