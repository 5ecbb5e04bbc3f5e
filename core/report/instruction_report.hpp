#pragma once

#include <string>
#include <vector>

#include "core/report/explain_report.hpp"

// What the reports make of `ExplainedConfig::instructions`.
namespace tilewright::report {

/// All kinds that any config has, in alphabetical order; empty when nothing was counted.
[[nodiscard]] std::vector<std::string> instruction_kinds(const Explanation& explanation);

/// A row for each config whose instructions were counted, the best prediction first, with a column for each kind. Empty
/// when nothing was counted.
[[nodiscard]] std::string instruction_table(const Explanation& explanation, const Style& style);

/// The counts of one config, as text, in the order of `kinds`: 0 for a kind that it does not have, empty where nothing
/// was counted.
[[nodiscard]] std::vector<std::string> instruction_cells(const ExplainedConfig& explained,
                                                         const std::vector<std::string>& kinds);

}  // namespace tilewright::report
