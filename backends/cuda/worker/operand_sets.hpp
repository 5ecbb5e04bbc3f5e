#pragma once

#include <cstdint>

#include "backends/cuda/device_info.hpp"
#include "backends/cuda/worker/helpers.hpp"
#include "backends/cuda/worker/owned.hpp"
#include "kernels/launch.hpp"
#include "kernels/operands.hpp"

namespace tilewright::backends::cuda {

/// Where the operands of one call lie, in bytes from the beginning of their set. Around each there is poison.
struct Placement {
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t bias = 0;
  std::int64_t c = 0;
  std::int64_t c_end = 0;  ///< a few bytes past C, a multiple of 4
  std::int64_t bytes = 0;  ///< of a set, a multiple of 256
};

[[nodiscard]] Placement place(const kernels::GemmOperands& operands);

/// How many sets are needed so that a run, which uses one after the other, finds nothing of its set in the L2: together
/// they have twice its size. At most 64; and as many as fit into half of `free_bytes`, but at least one.
[[nodiscard]] int sets_needed(const Placement& placement, std::int64_t l2_bytes, std::int64_t free_bytes);

/// Copies of the operands of one GEMM call, all alike, each with its output.
class OperandSets {
 public:
  OperandSets(const kernels::GemmOperands& operands, int sets, std::uint64_t seed, Helpers& helpers,
              cudaStream_t stream);

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] std::int64_t set_bytes() const { return placement_.bytes; }

  /// Addresses of A, B, C and bias of a set.
  [[nodiscard]] kernels::GemmAddresses addresses(int set) const;

  /// Fills everything anew: operands with the same numbers, the rest with poison.
  void restore();

  void poison_output(int set);

  /// Whether something of the first set other than C has changed since `restore`.
  [[nodiscard]] bool changed();

 private:
  [[nodiscard]] std::uint64_t hash();

  kernels::GemmOperands operands_;
  Placement placement_;
  int count_;
  std::uint64_t seed_;
  Helpers& helpers_;
  cudaStream_t stream_;
  DeviceMemory memory_;
  std::uint64_t hash_ = 0;
};

}  // namespace tilewright::backends::cuda
