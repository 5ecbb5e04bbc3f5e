#include "backends/cuda/worker/device.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <array>

#include "backends/cuda/worker/cublaslt.hpp"
#include "backends/cuda/worker/cuda_fault.hpp"
#include "backends/cuda/worker/nvml.hpp"
#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

constexpr int kOldestCapability = 80;

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

/// The newest CUDA version that the driver takes, as 13000. Throws `Error` without a driver, and with one that is older
/// than the runtime in this program.
int driver_version() {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
    throw Error(ErrorKind::not_available,
                "there is no NVIDIA driver (libcuda.so.1) on this machine; install one, or use another backend");
  if (driver / 1000 < CUDART_VERSION / 1000)
    throw Error(
        ErrorKind::not_available,
        fmt::format("the NVIDIA driver takes CUDA {} and this program was built with {}; install a newer driver",
                    version_text(driver), version_text(CUDART_VERSION)));
  return driver;
}

int device_count() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaErrorNoDevice || (code == cudaSuccess && count == 0))
    throw Error(ErrorKind::not_available, "the driver sees no device; see `nvidia-smi` and CUDA_VISIBLE_DEVICES");
  if (code != cudaSuccess)
    throw Error(ErrorKind::not_available,
                fmt::format("{}; see `nvidia-smi`", CudaFault(code, "the devices cannot be counted").what()));
  return count;
}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "ask the device for an attribute");
  return value;
}

std::string pci_bus_id(int device) {
  std::array<char, 32> text{};
  check(cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), device), "ask for the PCI bus id");
  return text.data();
}

DeviceInfo describe(int device, int driver) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device), "ask for the device's properties");
  const auto get = [&](cudaDeviceAttr which) { return attribute(which, device); };
  return {.index = device,
          .name = properties.name,
          .pci_bus_id = pci_bus_id(device),
          .driver = version_text(driver),
          .compute_capability = properties.major * 10 + properties.minor,
          .sms = properties.multiProcessorCount,
          .clock_mhz = get(cudaDevAttrClockRate) / 1000,
          .memory_clock_mhz = get(cudaDevAttrMemoryClockRate) / 1000,
          .memory_bus_bits = get(cudaDevAttrGlobalMemoryBusWidth),
          .memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem),
          .l2_bytes = properties.l2CacheSize,
          .smem_per_sm = static_cast<std::int64_t>(properties.sharedMemPerMultiprocessor),
          .smem_per_cta = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin),
          .smem_reserved_per_cta = static_cast<std::int64_t>(properties.reservedSharedMemPerBlock),
          .registers_per_sm = properties.regsPerMultiprocessor,
          .warps_per_sm = properties.maxThreadsPerMultiProcessor / properties.warpSize,
          .ctas_per_sm = properties.maxBlocksPerMultiProcessor};
}

template <typename Ask>
Component component(const char* name, Ask ask) {
  try {
    return {name, true, ask()};
  } catch (const std::exception& fault) {
    return {name, false, fault.what()};
  }
}

std::string device_list() {
  const int driver = driver_version();
  std::string text;
  for (int device = 0; device < device_count(); ++device) {
    const DeviceInfo info = describe(device, driver);
    text += fmt::format("{}{}: {}, compute capability {}.{}", text.empty() ? "" : "; ", device, info.name,
                        info.compute_capability / 10, info.compute_capability % 10);
  }
  return text;
}

}  // namespace

DeviceInfo open_device(int index) {
  const int driver = driver_version();
  const int count = device_count();
  if (index < 0 || index >= count)
    throw Error(ErrorKind::bad_argument,
                fmt::format("there is no device {}; there {} 0{}", index, count == 1 ? "is" : "are",
                            count == 1 ? "" : fmt::format(" to {}", count - 1)));
  DeviceInfo info = describe(index, driver);
  if (info.compute_capability < kOldestCapability)
    throw Error(ErrorKind::not_available,
                fmt::format("device {} ({}) has compute capability {}.{}; the kernels need 8.0 or later", index,
                            info.name, info.compute_capability / 10, info.compute_capability % 10));
  check(cudaSetDevice(index), "take the device");
  check(cudaFree(nullptr), "make a context on the device");
  return info;
}

std::vector<Component> components() {
  return {component("driver", [] { return "takes CUDA " + version_text(driver_version()); }),
          component("device", device_list), component("cuBLASLt", [] { return CublasLtApi().version_text(); }),
          component("NVML", [] { return Nvml().driver(); })};
}

}  // namespace tilewright::backends::cuda
