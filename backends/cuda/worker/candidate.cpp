#include "backends/cuda/worker/candidate.hpp"

#include "backends/cuda/worker/module.hpp"
#include "kernels/variant.hpp"

namespace tilewright::backends::cuda {
namespace {

class OurKernel : public Candidate {
 public:
  OurKernel(const KernelCandidate& candidate, const kernels::GemmOperands& operands)
      : module_(candidate.cubin), operands_(operands), variant_(kernels::gemm_variant(candidate.config, operands)) {}

  [[nodiscard]] kernels::Scratch scratch() const override { return kernels::scratch(variant_, operands_); }

  void run(const kernels::GemmAddresses& at, cudaStream_t stream) override {
    for (const kernels::KernelLaunch& launch : kernels::launches(variant_, operands_, at))
      module_.launch(launch, stream);
  }

 private:
  Module module_;
  kernels::GemmOperands operands_;
  kernels::GemmVariant variant_;
};

class LibraryAlgorithm : public Candidate {
 public:
  LibraryAlgorithm(const cublasLtMatmulHeuristicResult_t& algorithm, const CublasLtGemm& gemm)
      : algorithm_(algorithm), gemm_(gemm) {}

  [[nodiscard]] kernels::Scratch scratch() const override { return {.workspace_bytes = CublasLtGemm::kWorkspaceBytes}; }

  [[nodiscard]] Rounding rounding() const override { return Rounding::twice; }

  void run(const kernels::GemmAddresses& at, cudaStream_t stream) override { gemm_.run(algorithm_, at, stream); }

 private:
  cublasLtMatmulHeuristicResult_t algorithm_;
  const CublasLtGemm& gemm_;
};

}  // namespace

std::unique_ptr<Candidate> make_candidate(const KernelCandidate& candidate, const kernels::GemmOperands& operands) {
  return std::make_unique<OurKernel>(candidate, operands);
}

std::unique_ptr<Candidate> make_candidate(const cublasLtMatmulHeuristicResult_t& algorithm, const CublasLtGemm& gemm) {
  return std::make_unique<LibraryAlgorithm>(algorithm, gemm);
}

}  // namespace tilewright::backends::cuda
