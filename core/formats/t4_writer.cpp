#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/t4_names.hpp"
#include "core/formats/write.hpp"
#include "core/stats/summary.hpp"

namespace tilewright::formats {
namespace {

constexpr std::string_view kUnit = "milliseconds";

std::string_view invalidity_of(const std::optional<Failure>& failure) {
  if (!failure) return "correct";
  const auto* const found = std::ranges::find(kInvalidities, failure->kind, &Invalidity::kind);
  return found == kInvalidities.end() ? "runtime" : found->word;
}

/// `NAME [UNIT]`, as facts are named that have one.
Json measurement(const std::string& fact, Json value) {
  const std::size_t begin = fact.rfind(" [");
  if (begin == fact.npos || !fact.ends_with(']')) return {{"name", fact}, {"value", std::move(value)}, {"unit", ""}};
  const std::string unit = fact.substr(begin + 2, fact.size() - begin - 3);
  return {{"name", fact.substr(0, begin)}, {"value", std::move(value)}, {"unit", unit}};
}

Json times_of(const Row& row) {
  Json times = Json::object();
  for (std::size_t i = 0; i < row.facts.size(); ++i) {
    const auto* const time = std::ranges::find(kT4Times, row.facts.names()[i], &T4Time::fact);
    const Json value = to_json(row.facts.values()[i]);
    if (time != kT4Times.end() && value.is_number()) times[std::string(time->t4)] = value;
  }
  if (!row.failure) times["runtimes"] = times_ms(row);
  return times;
}

Json measurements_of(const Row& row) {
  Json time;
  if (row.failure)
    time = row.failure->text;
  else
    time = row.time_ms.value_or(stats::mean(times_ms(row)));
  Json measurements = Json::array({{{"name", "time"}, {"value", std::move(time)}, {"unit", kUnit}}});
  for (std::size_t i = 0; i < row.facts.size(); ++i) {
    const std::string& name = row.facts.names()[i];
    if (name != "timestamp" && std::ranges::find(kT4Times, name, &T4Time::fact) == kT4Times.end())
      measurements.push_back(measurement(name, to_json(row.facts.values()[i])));
  }
  for (const Series& series : row.series) measurements.push_back(measurement(series.name, series.values));
  return measurements;
}

Json result_of(const Row& row, std::string_view timestamp) {
  const Value* stamp = row.facts.find("timestamp");
  return {{"timestamp", stamp == nullptr ? std::string(timestamp) : to_text(*stamp)},
          {"configuration", to_json(row.config)},
          {"objectives", Json::array({"time"})},
          {"times", times_of(row)},
          {"invalidity", invalidity_of(row.failure)},
          {"correctness", row.failure ? 0 : 1},
          {"measurements", measurements_of(row)}};
}

}  // namespace

std::string t4_results(const Recording& recording, std::string_view timestamp) {
  std::string text =
      fmt::format("{{\n\"schema_version\": \"1.0.0\",\n\"metadata\": {{\"timeunit\": \"{}\"}},\n\"results\": [", kUnit);
  const char* separator = "";
  for (const Row& row : recording.rows) {
    if (!was_tried(row)) continue;
    const Json result = result_of(row, timestamp);
    text += fmt::format("{}\n{}", std::exchange(separator, ","),
                        result.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return text + "\n]\n}\n";
}

}  // namespace tilewright::formats
