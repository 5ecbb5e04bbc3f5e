#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tilewright::kernels {

/// What NVRTC made of the kernel source with some options.
struct NvrtcResult {
  bool compiled = false;
  std::string log;  ///< of the compiler and of ptxas -v
  std::string ptx;
  int registers = 0;           ///< per thread, of the kernel `gemm`
  int stack_bytes = 0;         ///< local memory
  int spill_bytes = 0;         ///< stores and loads
  int static_smem_bytes = -1;  ///< shared memory that is not dynamic
};

/// Whether NVRTC can be loaded on this machine; it is looked for at run time, so that the tests build without it.
[[nodiscard]] bool has_nvrtc();

/// Compiles `kernel_source()`. Expects `has_nvrtc()`. May be called from several threads.
[[nodiscard]] NvrtcResult nvrtc_compile(std::vector<std::string> options);

}  // namespace tilewright::kernels
