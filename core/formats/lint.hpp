#pragma once

#include <string>
#include <vector>

#include "core/formats/recording.hpp"

namespace tilewright::formats {

/// What looks wrong in a recording, one line each, the gravest first; empty when nothing does.
///
/// Looks for: times of 0 or less; a stated time that is not the mean of its samples (by more than 0.1 %), and one that
/// is so by a factor of 1000 or a million, which is a wrong unit; first samples that look cold; a config that is there
/// twice; fewer configs than the product of the values seen, so that a constraint or an interrupt has left some out;
/// rows that were neither timed nor failed; clocks that differ.
[[nodiscard]] std::vector<std::string> lint(const Recording& recording);

}  // namespace tilewright::formats
