#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>

#include "core/tuning/backend.hpp"
#include "core/tuning/config.hpp"
#include "sim/device_options.hpp"
#include "sim/gauss.hpp"

namespace tilewright::sim {

/// A GPU that exists only as a model and a seed.
///
/// A sample takes `noiseless_ms(config) * (1 + noise_sigma * gauss)` ms, then times the cold factor if it is the
/// config's first, then times 1 + drift_per_sample * samples before it. No sample is shorter than `kLeastShare` of its
/// noiseless time, which no gauss reaches for a sigma up to 0.11. Equal options, models and questions give equal
/// bytes, on every platform.
///
/// With `per_config` noise all members may be used from many threads at once, if model and hidden factor may, and a
/// config's samples do not depend on what else is measured. With `sequential` noise `measure` is for one thread.
class SimulatedDevice {
 public:
  using Model = std::function<double(const Config&)>;  ///< milliseconds

  static constexpr double kLeastShare = 0.05;

  /// Throws `Error` for options that `check` refuses and for an empty model.
  explicit SimulatedDevice(Model model_ms, DeviceOptions options = {});

  [[nodiscard]] const DeviceOptions& options() const { return options_; }

  /// What the config takes without noise, cold start and drift: the model's time by the hidden factor.
  [[nodiscard]] double noiseless_ms(const Config& config) const {
    return model_ms_(config) * options_.hidden.factor(config);
  }

  /// The next `count` samples of `config`: the failure of a fault that meets it, or `invalid_time` when its noiseless
  /// time is not finite and positive. What fails draws no noise. Throws `Error` for a count below 1.
  [[nodiscard]] Measurement measure(const Config& config, int count);

  /// As `measure`, of the samples number `first`, `first` + 1, ... of the config; counts nothing. Throws `Error` for
  /// another stream than `per_config`.
  [[nodiscard]] Measurement measure_at(const Config& config, std::uint64_t first, int count) const;

 private:
  struct Position;

  /// `draw` fills samples with Gaussians and says where they stand.
  template <typename Draw>
  [[nodiscard]] Measurement measure_with(const Config& config, int count, Draw draw) const;

  Position draw_next(const Config& config, Samples& gauss);
  Position draw_at(std::uint64_t config_hash, std::uint64_t first, Samples& gauss) const;

  /// Counts `count` samples of the config as taken; returns how many were taken before.
  std::uint64_t take(std::uint64_t config_hash, std::size_t count);

  Model model_ms_;
  DeviceOptions options_;
  std::optional<GaussStream> stream_;  ///< there when the noise is sequential
  std::uint64_t drawn_ = 0;            ///< samples of all configs, when the noise is sequential

  std::mutex mutex_;                                        ///< guards what follows
  std::unordered_map<std::uint64_t, std::uint64_t> taken_;  ///< samples of each config, by its `content_hash`
};

}  // namespace tilewright::sim
