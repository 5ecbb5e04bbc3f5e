#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/tune_run.hpp"

// What the reports make of `TuneRun::facts`.
namespace tilewright::report {

/// Names of all facts, in the order in which they are met first.
[[nodiscard]] std::vector<std::string> fact_names(const TuneRun& run);

/// The registers per thread that the compiler took; nothing when that is not known.
[[nodiscard]] std::optional<std::int64_t> compiled_registers(const TuneRun& run, std::size_t trial);

/// Whether the compiled registers of any trial are known, so that an estimate has to be told from them.
[[nodiscard]] bool has_compiled_registers(const TuneRun& run);

/// `SM clock 1755 [1740, 1755] MHz, ...`: of each condition the median over the trials, the least and the most. Empty
/// when none is known.
[[nodiscard]] std::string conditions_text(const TuneRun& run);

/// What is odd about the conditions, a sentence each: trials whose SM clock stayed low, a pick that met another SM
/// clock than the others.
[[nodiscard]] std::vector<std::string> notes_on_conditions(const TuneRun& run);

}  // namespace tilewright::report
