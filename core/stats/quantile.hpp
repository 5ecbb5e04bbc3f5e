#pragma once

#include <span>
#include <vector>

namespace tilewright::stats {

/// An ascending copy. Precondition: no NaN.
[[nodiscard]] std::vector<double> sorted(std::span<const double> values);

/// The `q`-quantile, q in [0, 1], of ascending values: linear interpolation at q * (n - 1), Hyndman and Fan's type 7,
/// the default of NumPy and R. Precondition: at least one value, no NaN.
///
/// Exact to the bit: it lies between the two values that it interpolates, so within min and max; it is one of the
/// values where q * (n - 1) is an integer; multiplying the values by a power of two multiplies it too. To rounding
/// (4 units in the last place of the larger of the two values): it rises with q between two neighbouring values, and
/// other factors scale it.
[[nodiscard]] double quantile_of_sorted(std::span<const double> ascending, double q);

/// As `quantile_of_sorted`, of values in any order: every order gives the same bits.
[[nodiscard]] double quantile(std::span<const double> values, double q);

}  // namespace tilewright::stats
