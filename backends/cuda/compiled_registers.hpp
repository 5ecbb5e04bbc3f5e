#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "kernels/variant.hpp"

namespace tilewright::backends::cuda {

/// Compiles each variant for a compute capability, as 86, on as many threads as pay, and says how many registers per
/// thread its product takes; nothing for one that does not compile. Variants of the same machine code are compiled
/// once, and machine code is kept in the folder `cubins`, where `Cuda` finds it, unless that is empty. `compiled` is
/// told how many are done and of how many, from any thread but one at a time.
///
/// Throws `Error` (not_available) without NVRTC and for a compute capability that it does not compile for.
[[nodiscard]] std::vector<std::optional<std::int64_t>> compiled_registers(
    std::span<const kernels::GemmVariant> variants, int compute_capability, const std::filesystem::path& cubins,
    const std::function<void(std::size_t done, std::size_t asked)>& compiled);

}  // namespace tilewright::backends::cuda
