#pragma once

#include <span>
#include <vector>

namespace tilewright::stats {

/// An ascending copy. Precondition: no NaN.
[[nodiscard]] std::vector<double> sorted(std::span<const double> values);

/// The `q`-quantile, q in [0, 1], of ascending values: linear interpolation at q * (n - 1), Hyndman and Fan's type 7,
/// the default of NumPy and R. Precondition: at least one value.
[[nodiscard]] double quantile_of_sorted(std::span<const double> ascending, double q);

/// As `quantile_of_sorted`, of values in any order.
[[nodiscard]] double quantile(std::span<const double> values, double q);

}  // namespace tilewright::stats
