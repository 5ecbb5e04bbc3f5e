#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/cuda/protocol.hpp"
#include "backends/cuda/worker/candidate.hpp"
#include "backends/cuda/worker/clocks.hpp"
#include "backends/cuda/worker/cublaslt.hpp"
#include "backends/cuda/worker/expectation.hpp"
#include "backends/cuda/worker/helpers.hpp"
#include "backends/cuda/worker/operand_sets.hpp"
#include "backends/cuda/worker/timer.hpp"
#include "backends/cuda/worker/workspace.hpp"

namespace tilewright::backends::cuda {

/// One GEMM on the current device with all that is needed to check and time candidates for it.
///
/// What its members throw: `Error` for what the user can change, `CudaFault`, `WrongResult`.
class Bench {
 public:
  Bench(const DeviceInfo& device, const SetUpRequest& request, Clocks& clocks);

  [[nodiscard]] const SetUpReply& set_up_reply() const { return set_up_reply_; }

  [[nodiscard]] ListReply list(const ListRequest& request);
  [[nodiscard]] LoadReply load(const LoadRequest& request);
  [[nodiscard]] MeasureReply measure(const MeasureRequest& request);

 private:
  struct Loaded {
    std::unique_ptr<Candidate> candidate;
    double run_ms = 0;
    RunGraph graph = {};
  };

  void choose_reference();
  void multiply_with_library(const kernels::GemmAddresses& at);
  [[nodiscard]] double settle();
  void make_expectation();
  [[nodiscard]] const CublasLtApi& library();
  [[nodiscard]] const CublasLtGemm& library_gemm();
  [[nodiscard]] std::unique_ptr<Candidate> make(const LoadRequest& request);
  [[nodiscard]] double time_once(Candidate& candidate);
  [[nodiscard]] double check_once(Candidate& candidate);
  [[nodiscard]] double compare(const Candidate& candidate);
  void warm_up(Loaded& loaded);

  DeviceInfo device_;
  kernels::GemmOperands operands_;
  Method method_;
  bool library_reference_;
  Clocks& clocks_;
  Stream stream_;
  std::unique_ptr<CublasLtApi> library_;
  std::unique_ptr<CublasLtGemm> library_gemm_;
  std::unique_ptr<CublasLtGemm> reference_gemm_;  // null: the helpers make the reference
  cublasLtMatmulHeuristicResult_t reference_algorithm_{};
  std::vector<cublasLtMatmulHeuristicResult_t> library_algorithms_;
  Helpers helpers_;
  OperandSets sets_;
  Workspace workspace_;
  Expectation expectation_;
  Timer timer_;
  std::map<int, Loaded> loaded_;
  SetUpReply set_up_reply_;
};

}  // namespace tilewright::backends::cuda
