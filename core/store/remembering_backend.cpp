#include "core/store/remembering_backend.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace tilewright::store {
namespace {

bool comes_again(const Failure& failure) {
  return failure.kind == FailureKind::compile || failure.kind == FailureKind::resources ||
         failure.kind == FailureKind::wrong_result;
}

/// Whether these are samples as they should be; others are the sweep's to judge.
bool are_good(const Samples& samples, int count) {
  return std::ssize(samples) == count &&
         std::ranges::all_of(samples, [](double ms) { return std::isfinite(ms) && ms > 0; });
}

/// `count` of the samples, over and over.
Samples repeated(const Samples& samples, int count) {
  Samples result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = samples[i % samples.size()];
  return result;
}

}  // namespace

RememberingBackend::RememberingBackend(Backend& measured, Store& store, RememberOptions options)
    : measured_(measured), store_(store), options_(std::move(options)) {}

Config RememberingBackend::identity(const Config& config) const {
  return options_.identity ? options_.identity(config) : config;
}

RememberingBackend::Entry& RememberingBackend::entry(const Config& config) {
  if (const auto known = entries_.find(config); known != entries_.end()) return known->second;
  return entries_.emplace(config, make_entry(config)).first->second;
}

RememberingBackend::Entry RememberingBackend::make_entry(const Config& config) {
  Entry made{.warmup = options_.warmup};
  if (options_.ignore_stored) return made;
  made.history = store_.history(options_.context, identity(config));
  if (made.history.failure && !comes_again(*made.history.failure)) made.history.failure.reset();
  const bool is_hit = !made.history.samples_ms.empty() || made.history.failure;
  if (const auto rejected = is_hit && options_.reject ? options_.reject(config) : std::nullopt) {
    made.history.samples_ms.clear();
    made.history.failure = Failure{FailureKind::resources, to_text(*rejected)};
  }
  return made;
}

bool RememberingBackend::is_known(const Entry& entry) const {
  return entry.history.failure || std::ssize(entry.history.samples_ms) >= options_.repeats;
}

void RememberingBackend::prepare(std::span<const Config> configs) {
  std::vector<Config> missing;
  for (const Config& config : configs)
    if (!is_known(entry(config))) missing.push_back(config);
  if (!missing.empty()) measured_.prepare(missing);
}

Measurement RememberingBackend::measure(const Config& config, int count) {
  Entry& known = entry(config);
  if (known.warmup > 0) return warm_up(config, known, count);
  const auto first = known.history.samples_ms.begin() + static_cast<std::ptrdiff_t>(known.given);
  const auto stored = std::min<std::ptrdiff_t>(count, known.history.samples_ms.end() - first);
  Samples samples(first, first + stored);
  const int missing = count - static_cast<int>(stored);
  if (missing > 0) {
    if (known.history.failure) return *known.history.failure;
    Measurement measured = measure_missing(config, known, missing);
    const Samples* const more = std::get_if<Samples>(&measured);
    if (more == nullptr) return measured;
    samples.insert(samples.end(), more->begin(), more->end());
  }
  known.given += static_cast<std::size_t>(stored);
  tally_.samples += count;
  tally_.from_store += stored;
  return samples;
}

/// A config that needs no measuring needs no warming up either; what is given then is dropped.
Measurement RememberingBackend::warm_up(const Config& config, Entry& entry, int count) {
  entry.warmup -= std::min(count, entry.warmup);
  if (!is_known(entry)) return measure_and_store(config, entry, count, false);
  if (entry.history.samples_ms.empty()) return *entry.history.failure;
  return repeated(entry.history.samples_ms, count);
}

Measurement RememberingBackend::measure_missing(const Config& config, Entry& entry, int count) {
  const auto stored = static_cast<int>(entry.history.samples_ms.size());
  if (options_.begins_anew && stored > 0 && !std::exchange(entry.caught_up, true))
    static_cast<void>(measured_.measure(config, stored));
  return measure_and_store(config, entry, count, true);
}

Measurement RememberingBackend::measure_and_store(const Config& config, Entry& entry, int count, bool keep_samples) {
  entry.measured = true;
  try {
    Measurement result = measured_.measure(config, count);
    const Samples* const samples = std::get_if<Samples>(&result);
    if (samples != nullptr && !are_good(*samples, count))
      append(config, entry, Failure{FailureKind::invalid_time, "samples that are not all finite and positive"});
    else if (samples == nullptr || keep_samples)
      append(config, entry, result);
    return result;
  } catch (const std::exception& fault) {
    append(config, entry, Failure{FailureKind::crashed, fault.what()});
    throw;
  }
}

void RememberingBackend::append(const Config& config, Entry& entry, Measurement result) {
  const bool is_first = !std::exchange(entry.appended, true);
  const Record record{.config = identity(config),
                      .result = std::move(result),
                      .conditions = options_.conditions ? options_.conditions(config) : Config(),
                      .time_s = options_.time_s ? options_.time_s() : 0,
                      .restarts = options_.ignore_stored && is_first};
  store_.append(options_.context, std::span(&record, 1));
}

std::int64_t RememberingBackend::from_store(const Config& config) const {
  const auto found = entries_.find(config);
  return found == entries_.end() ? 0 : static_cast<std::int64_t>(found->second.given);
}

std::optional<Config> RememberingBackend::stored_conditions(const Config& config) const {
  const auto found = entries_.find(config);
  if (found == entries_.end() || found->second.measured || found->second.history.conditions.size() == 0)
    return std::nullopt;
  return found->second.history.conditions;
}

}  // namespace tilewright::store
