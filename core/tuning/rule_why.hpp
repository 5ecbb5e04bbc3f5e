#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/tuning/rule_grammar.hpp"
#include "core/tuning/select.hpp"

namespace tilewright::rules {

/// What a rule found, as positions among the contenders.
struct Outcome {
  std::span<const Contender> contenders;
  std::size_t fastest = 0;
  std::span<const std::size_t> tied;
  std::size_t pick = 0;
};

/// One sentence, without full stop, that says what decided: the fastest, what tied with it (itself counted), and what
/// the pick has over it.
[[nodiscard]] std::string why(const RuleSpec& rule, const Outcome& outcome);

}  // namespace tilewright::rules
