#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/fault.hpp"
#include "sim/hidden_factor.hpp"

namespace tilewright::sim {

/// Where the noise of a sample comes from.
enum class NoiseStream {
  sequential,  ///< one generator over the samples in the order in which they are asked for: `GaussStream`
  per_config,  ///< a function of seed, config and sample number alone: `config_gauss`
};

[[nodiscard]] std::string_view to_text(NoiseStream stream);

/// Throws `Error` for a name that is not one of them.
[[nodiscard]] NoiseStream parse_noise_stream(std::string_view name);

/// How a simulated device differs from its model. As they stand here, the options are those of the reference run.
struct DeviceOptions {
  std::int64_t seed = 0;  ///< from 0
  NoiseStream stream = NoiseStream::sequential;
  double noise_sigma = 0.03;  ///< standard deviation of a sample, as a share of it; 0 to 1
  HiddenFactor hidden = reference_hidden_factor();
  double cold_factor = 1;          ///< the first sample of each config takes so many times as long; 1 to 1000
  double drift_per_sample = 0;     ///< each sample takes this share of the first one's time longer than the one before;
                                   ///< counted over all configs, or, with `per_config`, for each by itself; 0 to 1
  std::vector<Fault> faults = {};  ///< the first that meets a config counts
};

/// Throws `Error` for an option out of range, for NaN too, and for a hidden factor without function.
void check(const DeviceOptions& options);

}  // namespace tilewright::sim
