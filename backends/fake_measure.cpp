#include "backends/fake_measure.hpp"

#include <utility>

namespace tilewright::backends {
namespace {

std::string to_text(const std::vector<sim::Fault>& faults) {
  if (faults.empty()) return "none";
  std::string text;
  for (const sim::Fault& fault : faults) text += (text.empty() ? "" : "; ") + sim::to_text(fault);
  return text;
}

}  // namespace

FakeMeasure::FakeMeasure(sim::SimulatedDevice::Model model_ms, sim::DeviceOptions options)
    : device_(std::move(model_ms), std::move(options)) {}

Config FakeMeasure::describe() const {
  const sim::DeviceOptions& options = device_.options();
  return {{"name", "fake_measure"},
          {"seed", options.seed},
          {"stream", std::string(sim::to_text(options.stream))},
          {"noise_sigma", options.noise_sigma},
          {"hidden_factor", options.hidden.name},
          {"cold_factor", options.cold_factor},
          {"drift_per_sample", options.drift_per_sample},
          {"faults", to_text(options.faults)}};
}

Measurement FakeMeasure::measure(const Config& config, int count) { return device_.measure(config, count); }

}  // namespace tilewright::backends
