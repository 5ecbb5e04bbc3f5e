#pragma once

#include "core/tuning/tune.hpp"

namespace tilewright {

/// As `tune`, against a config that is in use already: it is timed with the shortlist, as its last candidate if the
/// model does not like it, and the rule chooses among what is not slower, by the median, than it.
///
/// The only candidate is timed too. An incumbent that is not in the space of this problem, is rejected, or fails, is no
/// limit.
[[nodiscard]] TuneResult tune_against(const Config& incumbent, const TuningProblem& problem, Backend& backend,
                                      TuneOptions options);

}  // namespace tilewright
