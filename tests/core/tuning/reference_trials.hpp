#pragma once

#include <vector>

#include "core/tuning/sweep.hpp"
#include "tests/reference/reference_run.hpp"

namespace tilewright {

inline Config config_of(const reference::TrialFigures& row) {
  return {{"BM", std::int64_t{row.bm}},
          {"BN", std::int64_t{row.bn}},
          {"BK", std::int64_t{row.bk}},
          {"num_warps", std::int64_t{row.num_warps}},
          {"num_stages", std::int64_t{row.num_stages}}};
}

/// The eight measured rows of the published run, as `sweep` returns them.
inline std::vector<Trial> reference_trials() {
  std::vector<Trial> trials;
  for (const reference::TrialFigures& row : reference::kTrials) {
    Trial& trial = trials.emplace_back();
    trial.config = config_of(row);
    trial.resources = {.smem_bytes = (row.bm + row.bn) * row.bk * 2 * row.num_stages, .registers = 168};
    trial.samples_ms.assign(row.samples_ms.begin(), row.samples_ms.end());
  }
  return trials;
}

}  // namespace tilewright
