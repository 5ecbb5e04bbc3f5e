#pragma once

#include <cstddef>
#include <optional>

#include "core/formats/recording.hpp"

namespace tilewright::formats {

/// The row with the least time, and that time.
struct BestRow {
  std::size_t row = 0;
  double time_ms = 0;
};

/// What a recording amounts to. Rows that were neither timed nor failed are in `rows` only.
struct RecordingSummary {
  std::size_t rows = 0;
  std::size_t timed = 0;
  std::size_t failed = 0;
  std::optional<BestRow> by_median = {};
  std::optional<BestRow> by_mean = {};
};

/// By median and by mean of the samples, else the stated time. Of equal ones the first. Only rows whose times are all
/// positive can be best.
[[nodiscard]] RecordingSummary summarize(const Recording& recording);

}  // namespace tilewright::formats
