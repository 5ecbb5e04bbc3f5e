#pragma once

#include <string>
#include <vector>

#include "core/report/explain_report.hpp"

// What the reports make of `ExplainedConfig::dram`.
namespace tilewright::report {

/// `L2 serves 62 %`: the share of `tiled_bytes` that did not come from DRAM; or, when that is under 5 %,
/// `no L2 reuse: GROUP_SIZE_M = 1?`.
[[nodiscard]] std::string dram_verdict(const MeasuredDram& dram);

/// Whether anything is to be said: traffic of a config, or of launches that are of none.
[[nodiscard]] bool has_dram(const Explanation& explanation);

/// A row for each config whose traffic was measured, in the order of the space, and the notes. Empty when nothing was
/// measured.
[[nodiscard]] std::string dram_table(const Explanation& explanation, const Style& style);

/// Bytes, tiled bytes, launches and verdict as text; all empty where nothing was measured.
[[nodiscard]] std::vector<std::string> dram_fields(const ExplainedConfig& explained);

}  // namespace tilewright::report
