#include "backends/cuda/worker/workspace.hpp"

namespace tilewright::backends::cuda {
namespace {

void fill(const DeviceMemory& memory, int byte, cudaStream_t stream) {
  if (memory.bytes() > 0)
    check(cudaMemsetAsync(memory.get(), byte, static_cast<std::size_t>(memory.bytes()), stream), "fill scratch memory");
}

/// Lets go of the old memory first: there may be no room for both.
bool grow(DeviceMemory& memory, std::int64_t bytes) {
  if (bytes <= memory.bytes()) return false;
  memory = DeviceMemory();
  memory = DeviceMemory(bytes);
  return true;
}

}  // namespace

void Workspace::reserve(const kernels::Scratch& scratch) {
  check(cudaStreamSynchronize(stream_), "wait for the device");
  const bool memory_moved = grow(memory_, scratch.workspace_bytes);
  const bool counters_moved = grow(counters_, scratch.counter_bytes);
  if (memory_moved || counters_moved) ++generation_;
}

void Workspace::clear_counters() { fill(counters_, 0, stream_); }

void Workspace::poison() { fill(memory_, 0xff, stream_); }

kernels::GemmAddresses Workspace::complete(kernels::GemmAddresses addresses) const {
  addresses.workspace = memory_.address();
  addresses.counters = counters_.address();
  return addresses;
}

}  // namespace tilewright::backends::cuda
