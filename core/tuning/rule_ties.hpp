#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stats/bootstrap.hpp"
#include "core/tuning/rule_grammar.hpp"
#include "core/tuning/select.hpp"

namespace tilewright::rules {

/// The position of the least median. Among equal ones the lesser config is the fastest, then the one with the lesser
/// samples: so it does not depend on the order of the contenders, of which there is at least one.
[[nodiscard]] std::size_t fastest_of(std::span<const Contender> contenders);

/// Positions, ascending, of the contenders that `ties` cannot tell from the one at `fastest`, which is among them.
[[nodiscard]] std::vector<std::size_t> tied_with(std::size_t fastest, std::span<const Contender> contenders,
                                                 const Ties& ties);

/// The interval that `Overlap` compares, in ms.
[[nodiscard]] stats::Interval interval_ms(const Contender& contender, const Overlap& percentiles);

/// Orders what nothing else does: by config, then by samples.
[[nodiscard]] bool is_lesser(const Contender& a, const Contender& b);

}  // namespace tilewright::rules
