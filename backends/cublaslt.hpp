#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backends/cuda/gemm_session.hpp"
#include "core/tuning/backend.hpp"
#include "core/tuning/problem.hpp"

namespace tilewright::backends {

/// Times NVIDIA's library on the same operands, with the same checks and in the same way as `Cuda`: the peer of our
/// kernel. Its configs are the candidates that the library's heuristic offers.
class CublasLt : public Backend {
 public:
  /// Asks for at most `candidates` of them, from 1. Throws `Error` when the device or the library cannot be used, and
  /// when the library has none.
  CublasLt(const kernels::GemmOperands& operands, CudaOptions options, int candidates = 16);

  [[nodiscard]] Config describe() const override { return gemm_.describe("cublaslt"); }

  /// As `cuda::GemmSession::key`: for the store, beside `description` and the version of the library.
  [[nodiscard]] Config key() const { return gemm_.key(); }

  /// Takes configs of `problem()`.
  [[nodiscard]] Measurement measure(const Config& config, int count) override;

  /// The choice between the candidates: a space of `candidate`, 0 for the one that the library likes best.
  [[nodiscard]] TuningProblem problem() const;

  /// A candidate in the library's own numbers. Throws `Error` for one that there is not.
  [[nodiscard]] const std::string& description(const Config& config) const;

  /// About what one sample takes, in milliseconds: for how many of them fit into a time. Makes the operands if need be.
  [[nodiscard]] double sample_ms() { return gemm_.sample_ms(); }
  [[nodiscard]] std::vector<std::string> notes() const { return gemm_.notes(); }

  /// In units of what the check allows; nothing until the candidate was checked.
  [[nodiscard]] std::optional<double> largest_error(const Config& config) const;

  /// The conditions of each call of `measure` that gave samples of `config`, in order.
  [[nodiscard]] std::vector<cuda::Conditions> conditions(const Config& config) const;

 private:
  [[nodiscard]] int position(const Config& config) const;

  cuda::GemmSession gemm_;
  std::vector<std::string> candidates_;
  std::map<int, std::vector<cuda::Conditions>> conditions_;
};

}  // namespace tilewright::backends
