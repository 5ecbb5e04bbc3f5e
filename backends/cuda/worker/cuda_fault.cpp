#include "backends/cuda/worker/cuda_fault.hpp"

#include <fmt/format.h>

namespace tilewright::backends::cuda {

CudaFault::CudaFault(cudaError_t code, const char* tried)
    : code_(code),
      text_(fmt::format("{}: CUDA error {}, {}", tried, static_cast<int>(code), cudaGetErrorString(code))) {}

FailureKind kind_of(cudaError_t code) {
  switch (code) {
    case cudaErrorMemoryAllocation:
    case cudaErrorLaunchOutOfResources:
      return FailureKind::resources;
    case cudaErrorLaunchTimeout:
      return FailureKind::timeout;
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidKernelImage:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorSymbolNotFound:
    case cudaErrorNotSupported:
      return FailureKind::launch;
    default:
      return FailureKind::crashed;
  }
}

}  // namespace tilewright::backends::cuda
