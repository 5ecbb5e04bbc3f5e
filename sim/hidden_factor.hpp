#pragma once

#include <functional>
#include <string>

#include "core/tuning/config.hpp"

namespace tilewright::sim {

/// How much slower each config is than the model says, in a way that the model cannot know: what makes measuring
/// worth the while.
struct HiddenFactor {
  std::string name;                             ///< as `describe` of the backend gives it
  std::function<double(const Config&)> factor;  ///< finite and positive
};

/// One of 7 factors from 1 to 1.129 by `python_tuple_hash`: 1 + 0.15 * (hash mod 7) / 7, where mod is never negative.
/// Named `reference`.
[[nodiscard]] HiddenFactor reference_hidden_factor();

/// 1 for every config. Named `none`.
[[nodiscard]] HiddenFactor no_hidden_factor();

}  // namespace tilewright::sim
