#pragma once

#include <cstdint>

#include "backends/cuda/worker/owned.hpp"
#include "kernels/launch.hpp"

namespace tilewright::backends::cuda {

/// Scratch memory that all candidates share: it grows to what the largest of them needs.
class Workspace {
 public:
  explicit Workspace(cudaStream_t stream) : stream_(stream) {}

  /// Makes room. Memory that was there may move, so that graphs which use it have to be made again: see `generation`.
  /// Throws `CudaFault` (out of memory) when there is not enough.
  void reserve(const kernels::Scratch& scratch);

  /// Counters to zero, as the kernels expect them.
  void clear_counters();

  /// Fills the workspace with NaN: a kernel that reads what it has not written shows.
  void poison();

  /// Adds the addresses of the two to those of the operands.
  [[nodiscard]] kernels::GemmAddresses complete(kernels::GemmAddresses addresses) const;

  /// Another number after each move.
  [[nodiscard]] int generation() const { return generation_; }

 private:
  cudaStream_t stream_;
  DeviceMemory memory_;
  DeviceMemory counters_;
  int generation_ = 0;
};

}  // namespace tilewright::backends::cuda
