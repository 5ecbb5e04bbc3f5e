#pragma once

#include <cstdint>

#include "core/gemm/shape.hpp"

namespace tilewright::kernels {

/// The exact value of a 16-bit float.
[[nodiscard]] double widen(gemm::Dtype dtype, std::uint16_t bits);

/// The nearest 16-bit float, ties to the even one; infinity past the largest by half a step or more, a quiet NaN for
/// NaN. Expects the default rounding mode.
[[nodiscard]] std::uint16_t narrow(gemm::Dtype dtype, double value);

/// The least magnitude that `narrow` makes an infinity: 65520 for fp16.
[[nodiscard]] double overflow_threshold(gemm::Dtype dtype);

/// Distance from 1 to the next value, halved: the largest relative error of rounding. 2^-11 for fp16, 2^-8 for bf16.
[[nodiscard]] double unit_roundoff(gemm::Dtype dtype);

}  // namespace tilewright::kernels
