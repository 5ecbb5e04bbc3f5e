#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "backends/cuda/worker/owned.hpp"
#include "kernels/launch.hpp"

namespace tilewright::backends::cuda {

/// Machine code on the device.
class Module {
 public:
  /// Throws `CudaFault` for code that is not the device's.
  explicit Module(const std::string& cubin);

  /// Queues a kernel, all of whose parameters have 8 bytes. Throws `CudaFault` when there is no such kernel and when it
  /// cannot be launched.
  void launch(const kernels::KernelLaunch& launch, cudaStream_t stream);

 private:
  [[nodiscard]] cudaKernel_t kernel(const std::string& name, std::int64_t shared_bytes);

  Library library_;
  std::map<std::string, cudaKernel_t> kernels_;
};

}  // namespace tilewright::backends::cuda
