#include "sim/simulated_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "sim/config_gauss.hpp"
#include "sim/config_hash.hpp"

namespace tilewright::sim {
namespace {

/// Turns standard Gaussians into times.
void add_noise(Samples& samples, double noiseless_ms, double sigma) {
  for (double& sample : samples) sample = noiseless_ms * std::max(1 + sample * sigma, SimulatedDevice::kLeastShare);
}

void add_drift(Samples& samples, std::uint64_t before, double drift_per_sample) {
  for (double& sample : samples) sample *= 1 + drift_per_sample * static_cast<double>(before++);
}

}  // namespace

/// What `samples` come after.
struct SimulatedDevice::Position {
  std::uint64_t drift_before = 0;
  bool is_first = false;  ///< of the config
};

SimulatedDevice::SimulatedDevice(Model model_ms, DeviceOptions options)
    : model_ms_(std::move(model_ms)), options_(std::move(options)) {
  check(options_);
  if (!model_ms_) throw Error(ErrorKind::bad_argument, "simulated device: there is no model; give it one");
  if (options_.stream == NoiseStream::sequential) stream_.emplace(static_cast<std::uint64_t>(options_.seed));
}

Measurement SimulatedDevice::measure(const Config& config, int count) {
  return measure_with(config, count, [&](Samples& gauss) {
    if (options_.stream == NoiseStream::sequential) return draw_next(config, gauss);
    const std::uint64_t hash = content_hash(config);
    return draw_at(hash, take(hash, gauss.size()), gauss);
  });
}

Measurement SimulatedDevice::measure_at(const Config& config, std::uint64_t first, int count) const {
  if (options_.stream != NoiseStream::per_config)
    throw Error(ErrorKind::bad_argument,
                "simulated device: only with per_config noise can samples be had out of turn; set that stream");
  return measure_with(config, count, [&](Samples& gauss) { return draw_at(content_hash(config), first, gauss); });
}

template <typename Draw>
Measurement SimulatedDevice::measure_with(const Config& config, int count, Draw draw) const {
  if (count < 1)
    throw Error(ErrorKind::bad_argument,
                fmt::format("simulated device: {} samples are asked for; ask for at least 1", count));
  if (auto failure = failure_of(options_.faults, config)) return *std::move(failure);
  const double ms = noiseless_ms(config);
  if (!std::isfinite(ms) || ms <= 0)
    return Failure{FailureKind::invalid_time, fmt::format("simulated: the model gives {} ms", ms)};

  Samples samples(static_cast<std::size_t>(count));
  const Position position = draw(samples);
  add_noise(samples, ms, options_.noise_sigma);
  if (position.is_first) samples.front() *= options_.cold_factor;
  if (options_.drift_per_sample != 0) add_drift(samples, position.drift_before, options_.drift_per_sample);
  return samples;
}

SimulatedDevice::Position SimulatedDevice::draw_next(const Config& config, Samples& gauss) {
  for (double& value : gauss) value = stream_->next();
  // Which configs are new matters, and is kept, only when that makes a difference.
  const bool is_first = options_.cold_factor != 1 && take(content_hash(config), gauss.size()) == 0;
  return {.drift_before = std::exchange(drawn_, drawn_ + gauss.size()), .is_first = is_first};
}

SimulatedDevice::Position SimulatedDevice::draw_at(std::uint64_t config_hash, std::uint64_t first,
                                                   Samples& gauss) const {
  config_gauss(static_cast<std::uint64_t>(options_.seed), config_hash, first, gauss);
  return {.drift_before = first, .is_first = first == 0};
}

std::uint64_t SimulatedDevice::take(std::uint64_t config_hash, std::size_t count) {
  const std::lock_guard lock(mutex_);
  std::uint64_t& taken = taken_[config_hash];
  return std::exchange(taken, taken + count);
}

}  // namespace tilewright::sim
