#pragma once

#include <cuda_runtime_api.h>

#include <exception>
#include <string>

#include "core/tuning/backend.hpp"

namespace tilewright::backends::cuda {

/// An error of the CUDA runtime. `what()` has what was tried, and the error's number and text.
class CudaFault : public std::exception {
 public:
  CudaFault(cudaError_t code, const char* tried);

  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  [[nodiscard]] cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
  std::string text_;
};

/// Throws `CudaFault` unless `code` is success. `tried` is what was done, as `launch a kernel`.
inline void check(cudaError_t code, const char* tried) {
  if (code != cudaSuccess) throw CudaFault(code, tried);
}

/// What a fault is for the config that it happened to.
[[nodiscard]] FailureKind kind_of(cudaError_t code);

}  // namespace tilewright::backends::cuda
