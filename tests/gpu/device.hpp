#pragma once

#include <cuda_runtime_api.h>

#include "backends/cuda/nvrtc.hpp"
#include "backends/cuda/worker/cuda_fault.hpp"

namespace tilewright::gpu {

/// Takes device 0 for a test that is its own worker. The architecture to compile for, as 86.
inline int take_device(const backends::cuda::Nvrtc& nvrtc) {
  using backends::cuda::check;
  check(cudaSetDevice(0), "take the device");
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "ask for properties");
  return nvrtc.architecture_for(properties.major * 10 + properties.minor);
}

}  // namespace tilewright::gpu
