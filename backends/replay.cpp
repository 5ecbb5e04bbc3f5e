#include "backends/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "core/stats/split_mix.hpp"

namespace tilewright::backends {
namespace {

constexpr std::array kModes{ReplayMode::in_order, ReplayMode::shuffled, ReplayMode::bootstrap};

std::uint64_t mixed(std::uint64_t number) { return stats::SplitMix64(number).next(); }

/// Where the numbers of one config begin.
std::uint64_t stream_of(std::int64_t seed, const RecordedConfig& config) {
  return mixed(config.hash ^ mixed(static_cast<std::uint64_t>(seed)));
}

std::uint32_t below(stats::SplitMix64& generator, std::size_t bound) {
  return generator.below(static_cast<std::uint32_t>(bound));
}

/// Fisher and Yates, from the last on.
void shuffle(std::span<double> samples, std::uint64_t stream) {
  stats::SplitMix64 generator(stream);
  for (std::size_t i = samples.size(); i > 1; --i) std::swap(samples[i - 1], samples[below(generator, i)]);
}

}  // namespace

std::string_view to_text(ReplayMode mode) {
  switch (mode) {
    case ReplayMode::in_order:
      return "in_order";
    case ReplayMode::shuffled:
      return "shuffled";
    case ReplayMode::bootstrap:
      return "bootstrap";
  }
  return "";
}

ReplayMode parse_replay_mode(std::string_view name) {
  const auto* const found = std::ranges::find(kModes, name, [](ReplayMode mode) { return to_text(mode); });
  if (found != kModes.end()) return *found;
  throw Error(ErrorKind::bad_argument,
              fmt::format("replay mode '{}' is not known; give in_order, shuffled or bootstrap", name));
}

Replay::Replay(std::shared_ptr<const RecordedConfigs> recorded, ReplayOptions options)
    : recorded_(std::move(recorded)),
      options_(std::move(options)),
      samples_ms_(recorded_->samples_ms()),
      taken_(recorded_->configs().size(), 0) {
  if (options_.mode != ReplayMode::shuffled) return;
  for (const RecordedConfig& config : recorded_->configs())
    shuffle(std::span(samples_ms_).subspan(config.first_sample, config.samples), stream_of(options_.seed, config));
}

Config Replay::describe() const {
  return {{"name", "replay"},
          {"mode", std::string(to_text(options_.mode))},
          {"seed", options_.seed},
          {"recording", options_.source}};
}

Measurement Replay::measure(const Config& config, int count) {
  const auto position = recorded_->find(config);
  if (!position) return Failure{FailureKind::not_recorded, "the recording does not have it"};
  const RecordedConfig& found = recorded_->configs()[*position];
  if (found.failure) return *found.failure;
  const auto more = static_cast<std::size_t>(count);
  const std::uint64_t first = std::exchange(taken_[*position], taken_[*position] + more);
  return options_.mode == ReplayMode::bootstrap ? drawn(found, first, more) : in_turn(found, first, more);
}

Samples Replay::drawn(const RecordedConfig& config, std::uint64_t first, std::size_t count) const {
  const std::uint64_t stream = stream_of(options_.seed, config);
  Samples samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    stats::SplitMix64 generator(mixed(stream + first + i));
    samples[i] = samples_ms_[config.first_sample + below(generator, config.samples)];
  }
  return samples;
}

Samples Replay::in_turn(const RecordedConfig& config, std::uint64_t first, std::size_t count) const {
  Samples samples(count);
  std::size_t next = first % config.samples;
  for (double& sample : samples) {
    sample = samples_ms_[config.first_sample + next];
    next = next + 1 == config.samples ? 0 : next + 1;
  }
  return samples;
}

std::vector<std::string> Replay::notes() const {
  std::vector<std::string> notes;
  std::size_t short_of = 0;
  for (std::size_t i = 0; i < taken_.size(); ++i) short_of += taken_[i] > recorded_->configs()[i].samples ? 1 : 0;
  if (short_of > 0 && options_.mode != ReplayMode::bootstrap)
    notes.push_back(
        fmt::format("{} configs have fewer samples in the recording than were asked for; theirs come again "
                    "from the first on, and tell no more",
                    short_of));
  if (const std::size_t rows = recorded_->rows_left_out(); rows > 0)
    notes.push_back(
        fmt::format("{} rows of the recording have other parameters than its first and were left out", rows));
  return notes;
}

}  // namespace tilewright::backends
