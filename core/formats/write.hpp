#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/formats/recording.hpp"

namespace tilewright::formats {

/// A recording as a closed Kernel Tuner cache, schema 1.1.0, which Kernel Tuner can open and add to.
///
/// `time` is what the recording states, else the mean of the samples; it is the only sample where there are none.
/// Failures become InvalidConfig (resources), CompilationFailedConfig (compile) or RuntimeFailedConfig (others), their
/// text `failure_text`. Times that the schema demands and the recording lacks are 0; rows without a timestamp get
/// `timestamp`, in RFC 3339. Left out is what the format does not have: rows that were not timed, rows without all
/// parameters, and all rows of one config but the last.
[[nodiscard]] std::string kernel_tuner_cache(const Recording& recording, std::string_view timestamp);

/// A recording as T4 results, schema 1.0.0, in milliseconds. As `kernel_tuner_cache`, but failures become `invalidity`:
/// compile, timeout, correctness (wrong_result), constraints (resources) or runtime (others).
[[nodiscard]] std::string t4_results(const Recording& recording, std::string_view timestamp);

/// Schema `tilewright.recording/1`: everything that recordings hold.
[[nodiscard]] std::string recordings_json(std::span<const Recording> recordings);

/// A header and a line for each row: columns `parameter`, `time_ms`, `samples_ms` (with spaces between), failures, and
/// the rest as `kernel`, `device`, `problem.NAME`, `about.NAME`, `fact.NAME` and `series.NAME`.
[[nodiscard]] std::string recording_csv(const Recording& recording);

/// As `recording_csv`, of the rows of all of them under one header; what one has not is empty.
[[nodiscard]] std::string recordings_csv(std::span<const Recording> recordings);

}  // namespace tilewright::formats
