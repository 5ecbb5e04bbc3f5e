#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "kernels/ptx_counts.hpp"
#include "kernels/variant.hpp"

namespace tilewright::backends::cuda {

/// Compiles each variant to PTX for a compute capability, as 86, on as many threads as pay, and counts its
/// instructions. `compiled` is told how many are done, from any thread but one at a time.
///
/// Throws `Error` (not_available) without NVRTC, for a compute capability that it does not compile for, and for a
/// variant that does not compile.
[[nodiscard]] std::vector<kernels::PtxCounts> count_instructions(std::span<const kernels::GemmVariant> variants,
                                                                 int compute_capability,
                                                                 const std::function<void(std::size_t)>& compiled);

}  // namespace tilewright::backends::cuda
