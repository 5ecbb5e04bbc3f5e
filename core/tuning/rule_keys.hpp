#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/tuning/rule_grammar.hpp"
#include "core/tuning/select.hpp"

namespace tilewright::rules {

/// Throws `Error`, with the name of the rule, when a parameter of `keys` is missing or text in a contender's config.
void check_contenders(std::string_view rule, std::span<const Key> keys, std::span<const Contender> contenders);

/// What `key` reads of a contender: ms, bytes, registers, or a parameter's value, where false is 0 and true is 1.
/// Precondition: `check_contenders` passes.
[[nodiscard]] double value_of(const Key& key, const Contender& contender);

/// The one of `positions` (at least one) that comes first by `keys`; what still ties goes to the lesser config.
[[nodiscard]] std::size_t first_by(std::span<const Key> keys, std::span<const Contender> contenders,
                                   std::span<const std::size_t> positions);

}  // namespace tilewright::rules
