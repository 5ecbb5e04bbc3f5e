#pragma once

#include "backends/cuda/device_info.hpp"
#include "core/gemm/gpu_spec.hpp"

namespace tilewright::backends::cuda {

/// The device as the model sees it. What CUDA does not say is taken from the known GPU of that name, where there is
/// one: peak and memory bandwidth. Else the peak is what the architecture does in a cycle, at the highest clock, and
/// the bandwidth that of the memory's highest clock.
///
/// `name` is the device's in lower case with `-` between words, as `nvidia-geforce-rtx-3070`: it is not one of
/// `gemm::known_gpus()`, whose figures are those of data sheets.
[[nodiscard]] gemm::GpuSpec device_spec(const DeviceInfo& device);

}  // namespace tilewright::backends::cuda
