#pragma once

#include <cublasLt.h>

#include <cstdint>
#include <string>
#include <vector>

#include "backends/cuda/shared_library.hpp"
#include "backends/cuda/worker/owned.hpp"
#include "kernels/launch.hpp"
#include "kernels/operands.hpp"

namespace tilewright::backends::cuda {

/// The functions of cuBLASLt that are used.
struct CublasLtApi {
  // Structures differ between major versions, so that only the one of the headers will do.
  SharedLibrary library{"cuBLASLt", toolkit_library("libcublasLt", {CUBLAS_VER_MAJOR}),
                        "install the CUDA toolkit's libcublas, or set CUDA_HOME to the toolkit's folder"};
  decltype(&::cublasLtGetVersion) version = library.symbol("cublasLtGetVersion");
  decltype(&::cublasLtGetStatusString) status_string = library.symbol("cublasLtGetStatusString");
  decltype(&::cublasLtCreate) create = library.symbol("cublasLtCreate");
  decltype(&::cublasLtDestroy) destroy = library.symbol("cublasLtDestroy");
  decltype(&::cublasLtMatmulDescCreate) create_desc = library.symbol("cublasLtMatmulDescCreate");
  decltype(&::cublasLtMatmulDescDestroy) destroy_desc = library.symbol("cublasLtMatmulDescDestroy");
  decltype(&::cublasLtMatmulDescSetAttribute) set_desc = library.symbol("cublasLtMatmulDescSetAttribute");
  decltype(&::cublasLtMatrixLayoutCreate) create_layout = library.symbol("cublasLtMatrixLayoutCreate");
  decltype(&::cublasLtMatrixLayoutDestroy) destroy_layout = library.symbol("cublasLtMatrixLayoutDestroy");
  decltype(&::cublasLtMatmulPreferenceCreate) create_preference = library.symbol("cublasLtMatmulPreferenceCreate");
  decltype(&::cublasLtMatmulPreferenceDestroy) destroy_preference = library.symbol("cublasLtMatmulPreferenceDestroy");
  decltype(&::cublasLtMatmulPreferenceSetAttribute) set_preference =
      library.symbol("cublasLtMatmulPreferenceSetAttribute");
  decltype(&::cublasLtMatmulAlgoGetHeuristic) heuristic = library.symbol("cublasLtMatmulAlgoGetHeuristic");
  decltype(&::cublasLtMatmulAlgoConfigGetAttribute) algo_attribute =
      library.symbol("cublasLtMatmulAlgoConfigGetAttribute");
  decltype(&::cublasLtMatmul) matmul = library.symbol("cublasLtMatmul");

  /// Throws `Error` (not_available) with the status' name.
  void check(cublasStatus_t status, const char* tried) const;

  [[nodiscard]] std::string version_text() const;  ///< as `13.1.0`
};

/// What the library writes.
enum class OutputType { operands, fp32 };

/// One GEMM call of the library: C = epilogue(A * B).
class CublasLtGemm {
 public:
  static constexpr std::int64_t kWorkspaceBytes = std::int64_t{32} << 20;  ///< what NVIDIA advises for Hopper

  /// With `fp32` output, C has no gaps between its rows.
  CublasLtGemm(const CublasLtApi& api, const kernels::GemmOperands& operands, OutputType output);
  CublasLtGemm(const CublasLtGemm&) = delete;
  CublasLtGemm& operator=(const CublasLtGemm&) = delete;
  ~CublasLtGemm();

  /// At most `count` ways to do it, the one first that the library likes best. None for what it cannot do.
  [[nodiscard]] std::vector<cublasLtMatmulHeuristicResult_t> algorithms(int count) const;

  /// One of them in words, as `algo 66 tile 28 stages 36 split_k 1 waves 0.97`: the library's own numbers.
  [[nodiscard]] std::string describe(const cublasLtMatmulHeuristicResult_t& algorithm) const;

  /// Queues it. Throws `Error` when the library refuses.
  void run(const cublasLtMatmulHeuristicResult_t& algorithm, const kernels::GemmAddresses& at,
           cudaStream_t stream) const;

 private:
  const CublasLtApi& api_;
  kernels::GemmOperands operands_;
  bool has_bias_;
  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t desc_ = nullptr;
  cublasLtMatrixLayout_t first_ = nullptr;  // see the .cpp file: the library's A is our B
  cublasLtMatrixLayout_t second_ = nullptr;
  cublasLtMatrixLayout_t output_ = nullptr;
};

}  // namespace tilewright::backends::cuda
