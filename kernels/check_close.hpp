#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/gemm/shape.hpp"
#include "kernels/reference.hpp"

namespace tilewright::kernels {

/// How far a result may be from what is expected: relative * |value| + of_magnitude * magnitude + absolute.
struct Tolerance {
  double relative = 0;      ///< rounding of the result to its type, and the epilogue's approximations
  double of_magnitude = 0;  ///< rounding of fp32 sums along K
  double absolute = 0;      ///< rounding of subnormal results
};

/// The tolerance of a GEMM with fp32 sums.
///
/// `relative` is the dtype's unit roundoff (2^-11, 2^-8) and 2^-18 for the GELU's ex2 and rcp. `of_magnitude` is
/// 2^-23 * (sqrt(K) + K / 32): tensor cores truncate sums, by less than 2^-23 of them for each 8 to 16 products, which
/// is a random walk for terms of both signs and a drift for terms of one. For K = 4095 and terms of size 1 that is
/// 0.1 of 4095: one product that is missing or counted twice shows. `absolute` is half the least subnormal of fp16,
/// and for bf16, whose exponents are fp32's, the least normal fp32.
[[nodiscard]] Tolerance tolerance(gemm::Dtype dtype, std::int64_t k);

/// How far off `actual` is in units of what is allowed: right up to 1, infinite for what can never be right.
///
/// NaN is never right, also where NaN is expected. An infinity is right where the same one is expected, or a value
/// that may round to it; a finite value never where an infinity is expected.
[[nodiscard]] double error_ratio(double actual, const Expected& expected, gemm::Dtype dtype,
                                 const Tolerance& tolerance);

/// The element of a wrong result that is furthest off; the first of equal ones.
struct Mismatch {
  std::int64_t row = 0;
  std::int64_t column = 0;
  double actual = 0;
  double expected = 0;
  double error_ratio = 0;     ///< over 1
  std::int64_t wrong = 0;     ///< elements that are off by more than is allowed
  std::int64_t elements = 0;  ///< of how many
};

/// `3 of 64 elements are wrong, worst C[2][5]: 1.5 for 1 (error 9.3 times what is allowed)`
[[nodiscard]] std::string to_text(const Mismatch& mismatch);

/// Compares C as it lies in memory with `reference_gemm`'s result; nothing when all of it is right.
/// `c` reaches to the last element, (M - 1) * ldc + N, at least.
[[nodiscard]] std::optional<Mismatch> check_close(const GemmOperands& operands, std::span<const std::uint16_t> c,
                                                  std::span<const Expected> expected);

}  // namespace tilewright::kernels
