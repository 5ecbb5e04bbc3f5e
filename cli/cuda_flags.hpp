#pragma once

#include <optional>
#include <string>

#include "cli/backends.hpp"

namespace tilewright::cli {

/// The flags that `cuda` and `cublaslt` share, and the space of `cuda`.
void declare_cuda_flags(Flags& flags);

/// `128x256x64 w8 s3 g8 k1`: the tile, then GROUP_SIZE_M and split_k where the config has them.
[[nodiscard]] std::string kernel_label(const Config& config);

/// Why the backend cannot be used on this machine; nothing when it can.
[[nodiscard]] std::optional<std::string> why_no_cuda();
[[nodiscard]] std::optional<std::string> why_no_cublaslt();

/// Each throws `Error` for a flag out of range and for a device that cannot be used.
[[nodiscard]] Measured make_cuda(const GemmRequest& gemm, const Flags& flags);
[[nodiscard]] Measured make_cublaslt(const GemmRequest& gemm, const Flags& flags);

}  // namespace tilewright::cli
