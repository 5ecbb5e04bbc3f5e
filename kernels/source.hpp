#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/variant.hpp"

namespace tilewright::kernels {

/// The kernel that makes C, by its name in the machine code.
inline constexpr std::string_view kProductEntry = "gemm";

/// CUDA source of every variant: no header is needed to compile it.
[[nodiscard]] std::string_view kernel_source();

/// What NVRTC is given to make `variant` for a compute capability, as 86: `--gpu-architecture=sm_86` and the macros.
[[nodiscard]] std::vector<std::string> compile_options(const GemmVariant& variant, int compute_capability);

}  // namespace tilewright::kernels
