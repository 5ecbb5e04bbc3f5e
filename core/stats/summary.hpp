#pragma once

#include <span>

namespace tilewright::stats {

/// The figures that every table shows, in the unit of the values.
struct Summary {
  double min = 0;
  double p20 = 0;
  double median = 0;
  double mean = 0;
  double p80 = 0;
  double max = 0;
  double iqr = 0;  ///< interquartile range, p75 - p25
};

/// The order of the values does not matter, to the bit. Precondition: at least one value, no NaN.
[[nodiscard]] Summary summarize(std::span<const double> values);

/// Arithmetic mean, to the rounding of a sum in the order given, but never outside min and max. Precondition: at least
/// one value, no NaN.
[[nodiscard]] double mean(std::span<const double> values);

/// Mean of what is left when the `fraction` (in [0, 0.5)) of the values is dropped at each end, rounded down to whole
/// values with 1e-9 of one forgiven. Precondition: at least one value, no NaN.
[[nodiscard]] double trimmed_mean(std::span<const double> values, double fraction);

/// Whether the first of at least 5 samples lies above all others by more than 3 times their interquartile range: the
/// mark of a cold start, which a warm-up would have taken.
[[nodiscard]] bool first_sample_is_outlier(std::span<const double> samples);

}  // namespace tilewright::stats
