#include "kernels/half.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilewright::kernels {
namespace {

struct Format {
  int mantissa_bits;
  int min_exponent;  ///< of the smallest normal number, and of the subnormals' step
  int max_exponent;

  [[nodiscard]] std::uint32_t infinity() const {
    return static_cast<std::uint32_t>(max_exponent - min_exponent + 2) << mantissa_bits;
  }
};

Format format(gemm::Dtype dtype) {
  return dtype == gemm::Dtype::fp16 ? Format{.mantissa_bits = 10, .min_exponent = -14, .max_exponent = 15}
                                    : Format{.mantissa_bits = 7, .min_exponent = -126, .max_exponent = 127};
}

std::uint32_t magnitude_bits(const Format& f, double magnitude) {
  if (std::isnan(magnitude)) return f.infinity() | 1U << (f.mantissa_bits - 1);
  if (magnitude == 0) return 0;
  if (std::isinf(magnitude)) return f.infinity();
  const int exponent = std::clamp(std::ilogb(magnitude), f.min_exponent, f.max_exponent + 1);
  const double steps = std::nearbyint(std::scalbn(magnitude, f.mantissa_bits - exponent));
  // The leading bit of a normal number is in `steps` and counts as one more in the exponent's field; so is a carry.
  const double bits = std::scalbn(exponent - f.min_exponent, f.mantissa_bits) + steps;
  return static_cast<std::uint32_t>(std::min(bits, static_cast<double>(f.infinity())));
}

}  // namespace

double widen(gemm::Dtype dtype, std::uint16_t bits) {
  const Format f = format(dtype);
  const std::uint32_t magnitude = bits & 0x7fffU;
  const std::uint32_t mantissa = magnitude & ((1U << f.mantissa_bits) - 1);
  const int field = static_cast<int>(magnitude >> f.mantissa_bits);
  double value = 0;
  if (magnitude > f.infinity())
    value = std::numeric_limits<double>::quiet_NaN();
  else if (magnitude == f.infinity())
    value = std::numeric_limits<double>::infinity();
  else if (field == 0)
    value = std::scalbn(mantissa, f.min_exponent - f.mantissa_bits);
  else
    value = std::scalbn(mantissa + (1U << f.mantissa_bits), f.min_exponent - f.mantissa_bits + field - 1);
  return (bits & 0x8000U) != 0 ? -value : value;
}

std::uint16_t narrow(gemm::Dtype dtype, double value) {
  const std::uint32_t sign = std::signbit(value) ? 0x8000U : 0U;
  return static_cast<std::uint16_t>(sign | magnitude_bits(format(dtype), std::abs(value)));
}

double overflow_threshold(gemm::Dtype dtype) {
  const Format f = format(dtype);
  return std::scalbn(2.0 - std::scalbn(1.0, -f.mantissa_bits - 1), f.max_exponent);
}

double unit_roundoff(gemm::Dtype dtype) { return std::scalbn(1.0, -format(dtype).mantissa_bits - 1); }

}  // namespace tilewright::kernels
