#pragma once

#include <cstdint>
#include <span>

namespace tilewright::stats {

/// Closed interval.
struct Interval {
  double low = 0;
  double high = 0;

  [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
  [[nodiscard]] bool overlaps(const Interval& other) const { return low <= other.high && other.low <= high; }
};

/// How a bootstrap draws. Equal values give equal intervals, on every platform.
struct BootstrapOptions {
  double confidence = 0.95;  ///< in (0, 1)
  int resamples = 2000;      ///< from 1
  std::uint64_t seed = 0;
};

/// Percentile bootstrap interval of the median. Source: Efron and Tibshirani, An Introduction to the Bootstrap,
/// chapter 13. The order of the values does not matter. Precondition: 1 to 2^32 - 1 values, all finite.
[[nodiscard]] Interval bootstrap_median(std::span<const double> values, const BootstrapOptions& options);

/// The same for median(a) - median(b), each resampled on its own. Precondition: as above, for both.
[[nodiscard]] Interval bootstrap_median_difference(std::span<const double> a, std::span<const double> b,
                                                   const BootstrapOptions& options);

}  // namespace tilewright::stats
