#pragma once

#include <optional>
#include <string>

#include "backends/cuda/shared_library.hpp"

namespace tilewright::backends::cuda {

/// NVIDIA's management library: what a device is doing. Opened and initialized when it is made.
class Nvml {
 public:
  /// Throws `Error` (not_available) when it is missing or does not start.
  Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;
  ~Nvml();

  [[nodiscard]] std::string driver() const;  ///< the driver's version, as `580.159.04`

  /// Chooses the device that the readings below are of. Returns whether there is one at `pci_bus_id`.
  bool choose(const std::string& pci_bus_id);

  /// Nothing when the device does not say.
  [[nodiscard]] std::optional<double> sm_mhz() const;
  [[nodiscard]] std::optional<double> power_w() const;
  [[nodiscard]] std::optional<double> temperature_c() const;

 private:
  // The toolkit has no header of NVML on every distribution. These are its documented types; the ABI has been the same
  // since version 2 of each function.
  using Device = struct nvmlDevice_st*;
  using Status = int;  // 0 is success

  SharedLibrary library_;
  Status (*init_)() = nullptr;
  Status (*shutdown_)() = nullptr;
  Status (*driver_version_)(char*, unsigned) = nullptr;
  Status (*by_pci_bus_id_)(const char*, Device*) = nullptr;
  Status (*clock_)(Device, unsigned, unsigned*) = nullptr;
  Status (*power_)(Device, unsigned*) = nullptr;
  Status (*temperature_)(Device, unsigned, unsigned*) = nullptr;
  Device device_ = nullptr;
};

}  // namespace tilewright::backends::cuda
