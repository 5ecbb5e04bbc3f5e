#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/kernel_tuner_names.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/write.hpp"
#include "core/stats/summary.hpp"

namespace tilewright::formats {
namespace {

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// The name in Kernel Tuner of a fact.
std::string_view kernel_tuner_name(std::string_view fact) {
  const auto* const found = std::ranges::find(kFactNames, fact, &FactName::fact);
  return found == kFactNames.end() ? fact : found->kernel_tuner;
}

/// As Python spells it: what Kernel Tuner looks a config up by.
std::string key_of(const Config& config) {
  std::string key;
  for (const Value& value : config.values()) {
    if (!key.empty()) key += ',';
    const bool* flag = std::get_if<bool>(&value);
    key += flag == nullptr ? to_text(value) : *flag ? "True" : "False";
  }
  return key;
}

/// The schema takes an integer, a list of integers, or a text.
Json problem_size(const Config& problem) {
  const Value* size = problem.find("problem_size");
  if (size != nullptr && std::holds_alternative<std::int64_t>(*size)) return std::get<std::int64_t>(*size);
  if (size != nullptr) {
    const std::string text = to_text(*size);
    const Json list = Json::parse(text, nullptr, false);
    const bool is_list = list.is_array() && std::ranges::all_of(list, &Json::is_number_integer);
    return is_list ? list : Json(text);
  }
  Json sizes = Json::array();
  for (const Value& value : problem.values())
    if (const auto* integer = std::get_if<std::int64_t>(&value)) sizes.push_back(*integer);
  return sizes;
}

/// Each parameter with the values that it takes, in the order in which they come up.
Json tune_params(const Recording& recording) {
  Json params = Json::object();
  for (const std::string& name : recording.parameters) {
    std::set<Value> seen;
    Json values = Json::array();
    for (const Row& row : recording.rows)
      if (const Value* value = row.config.find(name); value != nullptr && seen.insert(*value).second)
        values.push_back(to_json(*value));
    params[name] = std::move(values);
  }
  return params;
}

Json record_of(const Row& row, std::string_view timestamp) {
  Json record = to_json(row.config);
  if (row.failure) {
    record["time"] = kernel_tuner_word(row.failure->kind);
    if (row.failure->text != kernel_tuner_word(row.failure->kind)) record["failure_text"] = row.failure->text;
  } else {
    const Samples times = times_ms(row);
    record["time"] = row.time_ms.value_or(stats::mean(times));
    record["times"] = times;
  }
  for (std::size_t i = 0; i < row.facts.size(); ++i)
    record[std::string(kernel_tuner_name(row.facts.names()[i]))] = to_json(row.facts.values()[i]);
  for (const Series& series : row.series) record[std::string(kernel_tuner_name(series.name))] = series.values;
  constexpr std::array<const char*, 5> kDemanded{"compile_time", "verification_time", "benchmark_time", "strategy_time",
                                                 "framework_time"};
  for (const char* name : kDemanded)
    if (!record.contains(name) || !record[name].is_number()) record[name] = 0;
  if (!record.contains("timestamp")) record["timestamp"] = timestamp;
  return record;
}

}  // namespace

std::string kernel_tuner_cache(const Recording& recording, std::string_view timestamp) {
  const Value* objective = recording.about.find("objective");
  const Json header = {{"schema_version", "1.1.0"},
                       {"device_name", recording.device},
                       {"kernel_name", recording.kernel},
                       {"problem_size", problem_size(recording.problem)},
                       {"tune_params_keys", recording.parameters},
                       {"tune_params", tune_params(recording)},
                       {"objective", objective == nullptr ? "time" : to_text(*objective)}};
  std::unordered_map<std::string, const Row*> last;
  for (const Row& row : recording.rows)
    if (row.config.names() == recording.parameters && was_tried(row)) last[key_of(row.config)] = &row;
  std::string text = "{\n";
  for (const auto& [name, value] : header.items()) text += fmt::format("\"{}\": {},\n", name, text_of(value));
  text += "\"cache\": {";
  const char* separator = "";
  for (const Row& row : recording.rows) {
    const std::string key = key_of(row.config);
    const auto found = last.find(key);
    if (found == last.end() || found->second != &row) continue;
    text += fmt::format("{}\n{}: {}", std::exchange(separator, ","), text_of(key), text_of(record_of(row, timestamp)));
  }
  // Kernel Tuner takes the last three bytes off to go on with the file.
  return text + "}\n}";
}

}  // namespace tilewright::formats
