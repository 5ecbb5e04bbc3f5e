#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The parts of a selection rule; `parse_rule` in core/tuning/rule.hpp says what they mean.
namespace tilewright::rules {

/// Tied are those of the fastest's median.
struct EqualMedian {};

/// Tied are those whose interval between two percentiles meets the fastest's.
struct Overlap {
  double low_percentile = 0;
  double high_percentile = 0;
};

/// Tied are those whose median is at most `percent` above the fastest's.
struct Within {
  double percent = 0;
};

/// Tied are those where the bootstrap interval of the median difference to the fastest contains 0.
struct ConfidenceInterval {
  double percent = 0;
};

using Ties = std::variant<EqualMedian, Overlap, Within, ConfidenceInterval>;

enum class KeyKind { percentile, mean, min, smem, registers, parameter };

/// What orders the tied.
struct Key {
  std::string name;  ///< as typed, without `-`
  KeyKind kind{};
  double percentile = 0;  ///< of the samples, for `KeyKind::percentile`; the median is the 50th
  bool more_is_better = false;
};

struct RuleSpec {
  Ties ties;
  std::vector<Key> keys;  ///< at least one
};

/// `t3`, `triton`, `triton_dist` or `TIES:KEY,KEY,...`. Throws `Error` naming the part that is wrong and what may
/// stand there.
[[nodiscard]] RuleSpec parse(std::string_view text);

/// What a key may be, for error lines; parameters are named by whoever knows them.
inline constexpr std::string_view kKeyForms = "median, mean, min, pNN (0 to 100), smem, registers";

}  // namespace tilewright::rules
