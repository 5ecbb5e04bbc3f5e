#include "core/report/milliseconds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilewright::report {

int decimals_for(std::span<const double> times_ms) {
  constexpr int kDigits = 4;
  constexpr int kFewest = 3;
  constexpr int kMost = 9;
  int decimals = kFewest;
  for (const double time : times_ms) {
    if (!std::isfinite(time) || time <= 0) continue;
    const int leading = static_cast<int>(std::floor(std::log10(time)));
    decimals = std::max(decimals, std::min(kMost, kDigits - 1 - leading));
  }
  return decimals;
}

std::string ms_text(double time_ms, int decimals) {
  constexpr double kTooWide = 1e6;
  return std::abs(time_ms) < kTooWide ? fmt::format("{:.{}f}", time_ms, decimals) : fmt::format("{:.3e}", time_ms);
}

}  // namespace tilewright::report
