#include "kernels/check_close.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <limits>

#include "kernels/half.hpp"

namespace tilewright::kernels {
namespace {

constexpr double kNeverRight = std::numeric_limits<double>::infinity();

double error_ratio_of_infinity(double actual, const Expected& expected, gemm::Dtype dtype, double allowed) {
  const bool same_sign = std::signbit(actual) == std::signbit(expected.value);
  return same_sign && std::abs(expected.value) + allowed >= overflow_threshold(dtype) ? 0 : kNeverRight;
}

}  // namespace

Tolerance tolerance(gemm::Dtype dtype, std::int64_t k) {
  const auto terms = static_cast<double>(k);
  return {.relative = unit_roundoff(dtype) + 0x1p-18,
          .of_magnitude = 0x1p-23 * (std::sqrt(terms) + terms / 32),
          .absolute = dtype == gemm::Dtype::fp16 ? 0x1p-25 : 0x1p-126};
}

double error_ratio(double actual, const Expected& expected, gemm::Dtype dtype, const Tolerance& t) {
  if (std::isnan(actual) || std::isnan(expected.value)) return kNeverRight;
  if (std::isinf(expected.value)) return actual == expected.value ? 0 : kNeverRight;
  const double allowed = t.relative * std::abs(expected.value) + t.of_magnitude * expected.magnitude + t.absolute;
  if (std::isinf(actual)) return error_ratio_of_infinity(actual, expected, dtype, allowed);
  return std::abs(actual - expected.value) / allowed;
}

std::string to_text(const Mismatch& m) {
  return fmt::format("{} of {} elements are wrong, worst C[{}][{}]: {:g} for {:g} (error {:.3g} times what is allowed)",
                     m.wrong, m.elements, m.row, m.column, m.actual, m.expected, m.error_ratio);
}

std::optional<Mismatch> check_close(const GemmOperands& o, std::span<const std::uint16_t> c,
                                    std::span<const Expected> expected) {
  const auto [m, n, k] = o.shape;
  assert(static_cast<std::int64_t>(c.size()) >= (m - 1) * o.ldc + n);
  assert(static_cast<std::int64_t>(expected.size()) == m * n);
  const Tolerance allowed = tolerance(o.dtype, k);
  Mismatch worst{.elements = m * n};
  for (std::int64_t row = 0; row < m; ++row)
    for (std::int64_t column = 0; column < n; ++column) {
      const double actual = widen(o.dtype, c[static_cast<std::size_t>(row * o.ldc + column)]);
      const Expected& e = expected[static_cast<std::size_t>(row * n + column)];
      const double ratio = error_ratio(actual, e, o.dtype, allowed);
      if (ratio <= 1) continue;
      if (ratio > worst.error_ratio) {
        worst.row = row;
        worst.column = column;
        worst.actual = actual;
        worst.expected = e.value;
        worst.error_ratio = ratio;
      }
      ++worst.wrong;
    }
  if (worst.wrong == 0) return std::nullopt;
  return worst;
}

}  // namespace tilewright::kernels
