#include "backends/cuda/worker/module.hpp"

namespace tilewright::backends::cuda {
namespace {

cudaLibrary_t load(const std::string& cubin) {
  cudaLibrary_t library = nullptr;
  check(cudaLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0), "load the machine code");
  return library;
}

dim3 to_dim3(const kernels::Dim3& size) { return {size.x, size.y, size.z}; }

}  // namespace

Module::Module(const std::string& cubin) : library_(load(cubin)) {}

void Module::launch(const kernels::KernelLaunch& launch, cudaStream_t stream) {
  std::vector<void*> arguments;
  for (const std::uint64_t& argument : launch.arguments)
    arguments.push_back(const_cast<std::uint64_t*>(&argument));  // the runtime's type; it only reads
  const cudaKernel_t found = kernel(launch.entry, launch.shared_bytes);
  check(cudaLaunchKernel(reinterpret_cast<const void*>(found), to_dim3(launch.grid), to_dim3(launch.block),
                         arguments.data(), static_cast<std::size_t>(launch.shared_bytes), stream),
        "launch");
}

cudaKernel_t Module::kernel(const std::string& name, std::int64_t shared_bytes) {
  if (const auto known = kernels_.find(name); known != kernels_.end()) return known->second;
  cudaKernel_t found = nullptr;
  check(cudaLibraryGetKernel(&found, library_.get(), name.c_str()), "find the kernel");
  constexpr std::int64_t kWithoutOptIn = 48 * 1024;
  if (shared_bytes > kWithoutOptIn)
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(found), cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared_bytes)),
          "allow its shared memory");
  return kernels_[name] = found;
}

}  // namespace tilewright::backends::cuda
