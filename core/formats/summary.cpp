#include "core/formats/summary.hpp"

#include <algorithm>

#include "core/stats/quantile.hpp"
#include "core/stats/summary.hpp"

namespace tilewright::formats {
namespace {

void improve(std::optional<BestRow>& best, std::size_t row, double time_ms) {
  if (!best || time_ms < best->time_ms) best = BestRow{row, time_ms};
}

}  // namespace

RecordingSummary summarize(const Recording& recording) {
  RecordingSummary summary{.rows = recording.rows.size()};
  for (std::size_t i = 0; i < recording.rows.size(); ++i) {
    const Row& row = recording.rows[i];
    if (row.failure) ++summary.failed;
    const Samples times = times_ms(row);
    if (times.empty()) continue;
    ++summary.timed;
    if (std::ranges::any_of(times, [](double time) { return time <= 0; })) continue;
    improve(summary.by_median, i, stats::quantile(times, 0.5));
    improve(summary.by_mean, i, stats::mean(times));
  }
  return summary;
}

}  // namespace tilewright::formats
