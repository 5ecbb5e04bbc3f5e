#pragma once

#include <cstdint>
#include <string>

namespace tilewright::backends::cuda {

/// One of the things that measuring on a GPU needs.
struct Component {
  std::string name;
  bool works = false;
  std::string text;  ///< what is there; or why it does not work, and what to do
};

/// What CUDA says of a device. Sizes are bytes.
struct DeviceInfo {
  int index = 0;
  std::string name = {};        ///< as `NVIDIA H200`
  std::string pci_bus_id = {};  ///< as `0000:3b:00.0`
  std::string driver = {};      ///< newest CUDA version that the driver takes, as `13.0`
  int compute_capability = 0;   ///< 86 for 8.6
  int sms = 0;
  int clock_mhz = 0;         ///< highest SM clock
  int memory_clock_mhz = 0;  ///< highest memory clock; two transfers a cycle
  int memory_bus_bits = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t l2_bytes = 0;
  std::int64_t smem_per_sm = 0;
  std::int64_t smem_per_cta = 0;           ///< after opting in
  std::int64_t smem_reserved_per_cta = 0;  ///< what the driver takes for each resident CTA
  std::int64_t registers_per_sm = 0;
  int warps_per_sm = 0;
  int ctas_per_sm = 0;

  bool operator==(const DeviceInfo&) const = default;
};

/// In what state the device was while samples were taken. Zero where it is not known (no NVML).
struct Conditions {
  double sm_mhz = 0;  ///< lowest seen
  double power_w = 0;
  double temperature_c = 0;
  int retaken = 0;         ///< rounds of samples that were dropped because the SM clock was low
  bool low_clock = false;  ///< the clock stayed low however often samples were retaken; they are kept

  bool operator==(const Conditions&) const = default;
};

}  // namespace tilewright::backends::cuda
