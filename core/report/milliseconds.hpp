#pragma once

#include <span>
#include <string>

namespace tilewright::report {

/// How many decimals a column of these times needs: 3, and more when the smallest would show fewer than 4 digits.
[[nodiscard]] int decimals_for(std::span<const double> times_ms);

/// `3.709` with 3 decimals; times of a million or more with 4 digits and an exponent.
[[nodiscard]] std::string ms_text(double time_ms, int decimals);

}  // namespace tilewright::report
