#pragma once

#include <string_view>

#include "core/tuning/select.hpp"
#include "core/tuning/space.hpp"

namespace tilewright {

/// A rule from its text: a name (`t3`, `triton`, `triton_dist`) or `TIES:KEY,KEY,...`.
///
/// TIES says which contenders count as tied with the fastest, the one of the least median:
/// - `fastest`: those of the same median;
/// - `overlap[20,80]`: those whose interval between these percentiles meets the fastest's (bounds included);
/// - `within[2%]`: those whose median is at most that much above the fastest's;
/// - `ci[95]`: those where the bootstrap interval, at that confidence, of the median difference to the fastest
///   contains 0.
///
/// KEYs order the tied, the first one first: `median`, `mean`, `min`, `p20`, `p80` (any `pNN`, 0 to 100), `smem`,
/// `registers`, or else the name of a config parameter, compared as reals; less is better, with `-` in front more is.
/// What still ties goes to the lesser config. The decision does not depend on the order of the contenders.
///
/// Throws `Error`, with the grammar's part that is wrong, for anything else. The rule itself throws `Error` when a
/// contender lacks a parameter that it orders by, or has text there.
[[nodiscard]] Rule parse_rule(std::string_view text);

/// `t3`: `overlap[20,80]:smem,median`, the default.
[[nodiscard]] Rule default_rule();

/// Throws `Error` when `rule` orders by a parameter that `space` lacks or whose values are text: so a typing error is
/// found before anything is measured.
void check_rule(const Rule& rule, const Space& space);

}  // namespace tilewright
