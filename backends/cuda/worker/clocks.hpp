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

  /// Takes samples of `run`, which says how many milliseconds it took, until `Settling` is content, at most for 1 s.
  /// Returns its time by then.
  ///
  /// It pauses between them, as measuring does: after 50 ms of nothing but products an H200 was 15 % slower for the
  /// next 50 ms, and NVML's clock did not tell.
  double settle(const std::function<double()>& run);

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
[[nodiscard]] bool is_low_clock(double mhz, const std::vector<double>& usual);

/// Decides from the times of one and the same run whether a device has settled.
class Settling {
 public:
  /// Takes the next time, and when it was taken. Whether the medians of the last 50 ms and of the 50 ms before, of at
  /// least 3 times each, are within 1 % of each other, and 200 ms have passed.
  bool add(double at_ms, double run_ms);

  /// Median of the last 50 ms.
  [[nodiscard]] double run_ms() const { return run_ms_; }

 private:
  struct Run {
    double at_ms;
    double run_ms;
  };

  std::vector<Run> runs_;
  double run_ms_ = 0;
};

}  // namespace tilewright::backends::cuda
