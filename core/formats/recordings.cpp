#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/refusals.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {

void set_samples(Row& row, Samples samples_ms) {
  const auto is_finite = [](double time) { return std::isfinite(time); };
  const auto bad = std::ranges::find_if_not(samples_ms, is_finite);
  const bool is_time_good = !row.time_ms || is_finite(*row.time_ms);
  if (bad == samples_ms.end() && is_time_good) {
    row.samples_ms = std::move(samples_ms);
    return;
  }
  const double time = bad == samples_ms.end() ? *row.time_ms : *bad;
  row.failure = Failure{FailureKind::invalid_time, fmt::format("a time is {}", time)};
  row.time_ms.reset();
}

void add_series(Row& row, std::string_view name, std::vector<double> values) {
  if (std::ranges::find(row.series, name, &Series::name) != row.series.end())
    throw RecordFault(fmt::format("field {} is there twice", shown(name)));
  row.series.push_back({std::string(name), std::move(values)});
}

Recording& Recordings::of(std::string_view kernel, std::string_view device, const Config& problem,
                          const Config& about) {
  std::string key(kernel);
  key.append(1, '\0').append(device).append(1, '\0').append(to_text(problem));
  const auto [entry, is_new] = positions_.try_emplace(std::move(key), recordings_.size());
  if (is_new)
    recordings_.push_back({.format = format_,
                           .kernel = std::string(kernel),
                           .device = std::string(device),
                           .problem = problem,
                           .about = about});
  return recordings_[entry->second];
}

std::vector<Recording> Recordings::take() && {
  for (Recording& recording : recordings_)
    if (!recording.rows.empty()) recording.parameters = recording.rows.front().config.names();
  return std::move(recordings_);
}

Samples times_ms(const Row& row) {
  if (row.failure) return {};
  return row.samples_ms.empty() && row.time_ms ? Samples{*row.time_ms} : row.samples_ms;
}

bool was_tried(const Row& row) {
  if (row.failure) return row.failure->kind != FailureKind::not_recorded;
  return !row.samples_ms.empty() || row.time_ms.has_value();
}

std::optional<FailureKind> kernel_tuner_failure(std::string_view word) {
  if (word == "InvalidConfig") return FailureKind::resources;
  if (word == "CompilationFailedConfig") return FailureKind::compile;
  if (word == "RuntimeFailedConfig") return FailureKind::launch;
  return std::nullopt;
}

std::string_view kernel_tuner_word(FailureKind kind) {
  if (kind == FailureKind::resources) return "InvalidConfig";
  return kind == FailureKind::compile ? "CompilationFailedConfig" : "RuntimeFailedConfig";
}

std::optional<FailureKind> parse_failure_kind(std::string_view name) {
  const auto* const found = std::ranges::find(kFailureKinds, name, [](FailureKind kind) { return to_text(kind); });
  return found == kFailureKinds.end() ? std::nullopt : std::optional(*found);
}

}  // namespace tilewright::formats
