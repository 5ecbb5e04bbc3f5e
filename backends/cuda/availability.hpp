#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "backends/cuda/device_info.hpp"
#include "core/gemm/gpu_spec.hpp"

namespace tilewright::backends::cuda {

/// What the cuda and cublaslt backends need, and whether it works on this machine: NVRTC, worker, driver, device,
/// cuBLASLt, NVML; of a build without CUDA only that it is one. `worker` as for `find_worker`. Never throws.
[[nodiscard]] std::vector<Component> availability(const std::filesystem::path& worker = {});

/// Why the cuda backend cannot be used here, in one line; nothing when it can. NVML is not needed, cuBLASLt only for
/// the cublaslt backend: `needs_library`.
[[nodiscard]] std::optional<std::string> why_not_available(bool needs_library,
                                                           const std::filesystem::path& worker = {});

/// The device of that index as the model sees it. Throws `Error` when it cannot be used.
[[nodiscard]] gemm::GpuSpec query_device(int device, const std::filesystem::path& worker = {});

}  // namespace tilewright::backends::cuda
