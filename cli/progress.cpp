#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace tilewright::cli {
namespace {

void show(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressBackend::~ProgressBackend() {
  if (total_ > 0) show("\r\033[K");  // the line is empty again
}

void ProgressBackend::prepare(std::span<const Config> configs) {
  total_ = static_cast<std::int64_t>(configs.size()) * samples_per_config_;
  measured_.prepare(configs);
}

Measurement ProgressBackend::measure(const Config& config, int count) {
  Measurement measurement = measured_.measure(config, count);
  const bool failed = std::holds_alternative<Failure>(measurement);
  done_ = std::min(total_, done_ + (failed ? samples_per_config_ : count));
  if (const std::int64_t percent = 100 * done_ / std::max<std::int64_t>(total_, 1); percent != shown_percent_) {
    shown_percent_ = percent;
    show(fmt::format("\rmeasuring: {} of {} samples, {} %", done_, total_, percent));
  }
  return measurement;
}

}  // namespace tilewright::cli
