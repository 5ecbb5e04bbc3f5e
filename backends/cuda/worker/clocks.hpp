#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/cuda/device_info.hpp"
#include "backends/cuda/worker/nvml.hpp"

namespace tilewright::backends::cuda {

/// Watches a device's clocks, as far as NVML is there.
class Clocks {
 public:
  explicit Clocks(const std::string& pci_bus_id);

  /// Runs `work`, a few milliseconds of load, until the SM clock is the same in three readings one after the other; at
  /// least 50 ms and at most 1 s long.
  void settle(const std::function<void()>& work);

  /// Reads the SM clock. Whether it is under 75 % of the usual one, the median of the last readings.
  [[nodiscard]] bool is_low();

  /// SM clock as `is_low` read it last; power and temperature, which are read at most every 100 ms.
  [[nodiscard]] Conditions conditions();

 private:
  std::unique_ptr<Nvml> nvml_;  // null when there is none
  std::vector<double> readings_;
  double last_mhz_ = 0;
  Conditions slow_readings_;
  std::optional<std::chrono::steady_clock::time_point> slow_read_at_;
};

/// Whether `mhz` is under 75 % of the median of `usual`; never with fewer than 5 of those.
[[nodiscard]] bool is_low_clock(double mhz, std::vector<double> usual);

}  // namespace tilewright::backends::cuda
