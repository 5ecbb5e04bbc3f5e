#pragma once

#include <memory>

#include "backends/cuda/protocol.hpp"
#include "backends/cuda/worker/cublaslt.hpp"
#include "backends/cuda/worker/expectation.hpp"
#include "kernels/launch.hpp"

namespace tilewright::backends::cuda {

/// Something that makes C.
class Candidate {
 public:
  Candidate() = default;
  Candidate(const Candidate&) = delete;
  Candidate& operator=(const Candidate&) = delete;
  virtual ~Candidate() = default;

  [[nodiscard]] virtual kernels::Scratch scratch() const = 0;

  [[nodiscard]] virtual Rounding rounding() const { return Rounding::once; }

  /// Queues one run. Throws `CudaFault` or `Error` when that does not work.
  virtual void run(const kernels::GemmAddresses& at, cudaStream_t stream) = 0;
};

/// A config of our kernel.
[[nodiscard]] std::unique_ptr<Candidate> make_candidate(const KernelCandidate& candidate,
                                                        const kernels::GemmOperands& operands);

/// One of the library's algorithms; `gemm` must outlive it.
[[nodiscard]] std::unique_ptr<Candidate> make_candidate(const cublasLtMatmulHeuristicResult_t& algorithm,
                                                        const CublasLtGemm& gemm);

}  // namespace tilewright::backends::cuda
