#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/tuning/config.hpp"

namespace tilewright::store {

/// An entry of two contexts that is not the same in both; nothing on the side that lacks it.
struct Difference {
  std::string name;
  std::optional<Value> theirs;
  std::optional<Value> ours;
};

/// In the order of `ours`, then what only `theirs` has.
[[nodiscard]] std::vector<Difference> differences(const Config& theirs, const Config& ours);

/// The position of the context with the fewest differences, of equals the last; nothing when there is none.
[[nodiscard]] std::optional<std::size_t> nearest(std::span<const Config> contexts, const Config& wanted);

/// `no measurements: the nearest entry differs in device.driver: 13.0, here 13.1`; three differences at most.
[[nodiscard]] std::string miss_text(const Config& nearest, const Config& wanted);

}  // namespace tilewright::store
