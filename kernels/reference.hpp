#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/operands.hpp"

namespace tilewright::kernels {

/// What an element of C should be, and how large the terms are that it is the sum of.
struct Expected {
  double value = 0;
  double magnitude = 0;  ///< sum of |a||b| along K, and |bias|: what rounding errors of the sum are relative to
};

/// The operands of one call as they lie in memory, from the element that their address points to. `bias` is empty
/// for an epilogue without one.
struct HostOperands {
  std::span<const std::uint16_t> a;
  std::span<const std::uint16_t> b;
  std::span<const std::uint16_t> bias;
};

/// One element of C in fp64, not rounded to the dtype: products of 16-bit floats are exact in it.
[[nodiscard]] Expected expected_element(const GemmOperands& operands, const HostOperands& host, std::int64_t row,
                                        std::int64_t column);

/// All of C, row by row without gaps. It is slow: for sizes of hundreds.
[[nodiscard]] std::vector<Expected> reference_gemm(const GemmOperands& operands, const HostOperands& host);

/// The epilogue of a sum, with the bias of its column.
[[nodiscard]] double apply_epilogue(Epilogue epilogue, double sum, double bias);

}  // namespace tilewright::kernels
