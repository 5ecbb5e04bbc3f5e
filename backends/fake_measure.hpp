#pragma once

#include "core/tuning/backend.hpp"
#include "sim/simulated_device.hpp"

namespace tilewright::backends {

/// Times configs on a simulated device. Needs no GPU; the same options give the same samples everywhere.
class FakeMeasure : public Backend {
 public:
  /// Throws `Error` as `sim::SimulatedDevice` does.
  explicit FakeMeasure(sim::SimulatedDevice::Model model_ms, sim::DeviceOptions options = {});

  /// Name, seed, stream, noise_sigma, hidden_factor, cold_factor, drift_per_sample and faults: with the model, all
  /// that is needed to get the same samples again.
  [[nodiscard]] Config describe() const override;

  /// As `sim::SimulatedDevice::measure`; may be called from many threads when the stream is `per_config`.
  [[nodiscard]] Measurement measure(const Config& config, int count) override;

 private:
  sim::SimulatedDevice device_;
};

}  // namespace tilewright::backends
