#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <utility>

#include "backends/cuda/worker/cuda_fault.hpp"

namespace tilewright::backends::cuda {

/// Owns a handle of the CUDA runtime; `kDestroy` ends it.
template <typename Handle, auto kDestroy>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Handle handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, Handle{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ != Handle{}) static_cast<void>(kDestroy(handle_));
  }

  [[nodiscard]] Handle get() const { return handle_; }

 private:
  Handle handle_{};
};

using Stream = Owned<cudaStream_t, cudaStreamDestroy>;
using Event = Owned<cudaEvent_t, cudaEventDestroy>;
using Graph = Owned<cudaGraph_t, cudaGraphDestroy>;
using GraphExec = Owned<cudaGraphExec_t, cudaGraphExecDestroy>;
using Library = Owned<cudaLibrary_t, cudaLibraryUnload>;

[[nodiscard]] inline Stream make_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "make a stream");
  return Stream(stream);
}

[[nodiscard]] inline Event make_event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "make an event");
  return Event(event);
}

/// An address on the device as the runtime takes it. They are numbers everywhere else, as kernels take them.
[[nodiscard]] inline void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr): nothing here follows it
}

/// Device memory.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  explicit DeviceMemory(std::int64_t bytes) : bytes_(bytes) {
    void* address = nullptr;
    if (bytes > 0) check(cudaMalloc(&address, static_cast<std::size_t>(bytes)), "allocate device memory");
    memory_ = Owned<void*, cudaFree>(address);
  }

  [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(memory_.get()); }
  [[nodiscard]] void* get() const { return memory_.get(); }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

 private:
  Owned<void*, cudaFree> memory_;
  std::int64_t bytes_ = 0;
};

}  // namespace tilewright::backends::cuda
