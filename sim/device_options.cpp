#include "sim/device_options.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace tilewright::sim {
namespace {

void check_range(std::string_view name, double value, double least, double most) {
  // Written so that NaN fails.
  if (!(value >= least && value <= most))
    throw Error(ErrorKind::bad_argument,
                fmt::format("simulated device: {} is {}; give a number from {} to {}", name, value, least, most));
}

}  // namespace

std::string_view to_text(NoiseStream stream) { return stream == NoiseStream::sequential ? "sequential" : "per_config"; }

NoiseStream parse_noise_stream(std::string_view name) {
  for (const NoiseStream stream : {NoiseStream::sequential, NoiseStream::per_config})
    if (name == to_text(stream)) return stream;
  throw Error(ErrorKind::bad_argument,
              fmt::format("there is no noise stream '{}'; there are: sequential, per_config", name));
}

void check(const DeviceOptions& options) {
  if (options.seed < 0)
    throw Error(ErrorKind::bad_argument,
                fmt::format("simulated device: seed is {}; give an integer from 0", options.seed));
  check_range("noise_sigma", options.noise_sigma, 0, 1);
  check_range("cold_factor", options.cold_factor, 1, 1000);
  check_range("drift_per_sample", options.drift_per_sample, 0, 1);
  if (!options.hidden.factor)
    throw Error(ErrorKind::bad_argument,
                fmt::format("simulated device: hidden factor '{}' has no function; give it one", options.hidden.name));
}

}  // namespace tilewright::sim
