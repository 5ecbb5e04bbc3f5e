#include "core/stats/summary.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <vector>

#include "core/stats/quantile.hpp"

namespace tilewright::stats {
namespace {

double interquartile_range(std::span<const double> ascending) {
  return quantile_of_sorted(ascending, 0.75) - quantile_of_sorted(ascending, 0.25);
}

}  // namespace

Summary summarize(std::span<const double> values) {
  const std::vector<double> ascending = sorted(values);
  return {.min = ascending.front(),
          .p20 = quantile_of_sorted(ascending, 0.2),
          .median = quantile_of_sorted(ascending, 0.5),
          .mean = mean(ascending),
          .p80 = quantile_of_sorted(ascending, 0.8),
          .max = ascending.back(),
          .iqr = interquartile_range(ascending)};
}

double mean(std::span<const double> values) {
  assert(!values.empty());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  return std::clamp(sum / static_cast<double>(values.size()), *min, *max);
}

double trimmed_mean(std::span<const double> values, double fraction) {
  assert(!values.empty() && fraction >= 0 && fraction < 0.5);
  const std::vector<double> ascending = sorted(values);
  // 1e-9 of a value is forgiven, so that 0.29 of 100 is 29; one value is always left.
  const auto share = static_cast<std::size_t>(fraction * static_cast<double>(ascending.size()) + 1e-9);
  const std::size_t dropped = std::min(share, (ascending.size() - 1) / 2);
  return mean(std::span(ascending).subspan(dropped, ascending.size() - 2 * dropped));
}

bool first_sample_is_outlier(std::span<const double> samples) {
  constexpr std::size_t kFewestSamples = 5;
  constexpr double kRanges = 3;
  if (samples.size() < kFewestSamples) return false;
  const std::vector<double> others = sorted(samples.subspan(1));
  return samples.front() > others.back() + kRanges * interquartile_range(others);
}

}  // namespace tilewright::stats
