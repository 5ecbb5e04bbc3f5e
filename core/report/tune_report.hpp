#pragma once

#include <string>

#include "core/report/text_table.hpp"
#include "core/report/tune_run.hpp"

namespace tilewright::report {

/// For a person: what was pruned and why, the trials with the fastest first, the pick (`*`), those that the rule could
/// not tell from the fastest (`=`), and the reason last. Registers are those of the facts where they are known.
[[nodiscard]] std::string tune_table(const TuneRun& run, const Style& style);

/// For a program: schema `tilewright.tune/1`, trials in the order in which the model ranks them, times in
/// milliseconds, null for what was not measured. Beyond the schema: `shortlist`, `options`, `notes` and, of a backend
/// that knows more of its trials, each trial's `facts`.
[[nodiscard]] std::string tune_json(const TuneRun& run);

/// For a spreadsheet: a header and a line for each trial, in the order of `tune_json`; empty for what was not
/// measured. Facts, where there are any, are the last columns, as `facts.registers`.
[[nodiscard]] std::string tune_csv(const TuneRun& run);

}  // namespace tilewright::report
