#include "core/store/listing.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/stats/quantile.hpp"
#include "core/store/context.hpp"

namespace tilewright::store {
namespace {

using Json = nlohmann::ordered_json;

/// The values of the entries whose names begin with `part` and a dot, with a blank between them.
std::string part_text(const Config& context, std::string_view part) {
  std::string text;
  for (std::size_t i = 0; i < context.size(); ++i)
    if (const std::string& name = context.names()[i];
        name.starts_with(part) && name.substr(part.size()).starts_with('.'))
      text += fmt::format(" {}={}", name.substr(part.size() + 1), to_text(context.values()[i]));
  return text;
}

std::string text_at(const Config& config, std::string_view name) {
  const Value* const found = config.find(name);
  return found == nullptr ? "" : to_text(*found);
}

std::string problem_text(const Config& context) { return text_at(context, "problem") + part_text(context, "problem"); }

Json to_json(const Config& config) {
  Json object = Json::object();
  for (std::size_t i = 0; i < config.size(); ++i)
    std::visit([&](const auto& value) { object[config.names()[i]] = value; }, config.values()[i]);
  return object;
}

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json json_of(const Entry& entry, const Record& record) {
  Json json = {{"context", to_json(entry.context)}, {"config", to_json(record.config)},
               {"time", utc_text(record.time_s)},   {"conditions", to_json(record.conditions)},
               {"samples_ms", Json::array()},       {"failure", nullptr}};
  if (const auto* const failure = std::get_if<Failure>(&record.result))
    json["failure"] = {{"kind", to_text(failure->kind)}, {"text", failure->text}};
  else
    json["samples_ms"] = std::get<Samples>(record.result);
  if (record.restarts) json["restarts"] = true;
  return json;
}

Json json_of(const Entry& entry, const StoredChoice& choice) {
  return {{"context", to_json(entry.context)},
          {"config", to_json(choice.config)},
          {"time", utc_text(choice.time_s)},
          {"conditions", to_json(choice.conditions)},
          {"rule", choice.rule},
          {"why", choice.why}};
}

/// Everything that was measured of one config.
struct Summary {
  Config config;
  Samples samples_ms;
  std::string failure;
  std::int64_t last_s = 0;

  void add(const Record& record) {
    if (record.restarts) samples_ms.clear();
    last_s = record.time_s;
    const auto* const failed = std::get_if<Failure>(&record.result);
    failure = failed == nullptr ? "" : to_text(failed->kind);
    if (failed != nullptr) return;
    const auto& samples = std::get<Samples>(record.result);
    samples_ms.insert(samples_ms.end(), samples.begin(), samples.end());
  }

  [[nodiscard]] Config row() const {
    const double median_ms = samples_ms.empty() ? 0 : stats::quantile_of_sorted(stats::sorted(samples_ms), 0.5);
    return join({{"", config},
                 {"",
                  {{"samples", std::ssize(samples_ms)},
                   {"median_ms", median_ms},
                   {"failure", failure},
                   {"last", utc_text(last_s)}}}});
  }
};

}  // namespace

std::string utc_text(std::int64_t time_s) {
  constexpr std::int64_t kYear10000 = 253402300800;
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::clamp<std::int64_t>(time_s, 0, kYear10000 - 1)));
}

Config row_of(const Entry& entry) {
  return {{"entry", entry.id},
          {"problem", problem_text(entry.context)},
          {"device", text_at(entry.context, "device.name")},
          {"method", text_at(entry.context, "method.name")},
          {"configs", entry.configs},
          {"samples", entry.samples},
          {"failures", entry.failures},
          {"first", utc_text(entry.first_s)},
          {"last", utc_text(entry.last_s)}};
}

std::vector<Config> rows_of(Inventory& inventory, const Entry& entry) {
  std::vector<Summary> summaries;
  std::map<Config, std::size_t> positions;
  inventory.for_each_record(entry, [&](const Record& record) {
    const auto [found, is_new] = positions.emplace(record.config, summaries.size());
    if (is_new) summaries.push_back({record.config, {}, {}});
    summaries[found->second].add(record);
  });
  std::vector<Config> rows;
  for (const Summary& summary : summaries) rows.push_back(summary.row());
  return rows;
}

std::string json_lines(Inventory& inventory, const Where& where) {
  std::string text;
  for (const Entry& entry : inventory.entries(where)) {
    inventory.for_each_record(entry, [&](const Record& record) { text += line_of(json_of(entry, record)); });
    inventory.for_each_choice(entry, [&](const StoredChoice& choice) { text += line_of(json_of(entry, choice)); });
  }
  return text;
}

std::vector<Config> sample_rows(Inventory& inventory, const Where& where) {
  std::vector<Config> rows;
  for (const Entry& entry : inventory.entries(where))
    inventory.for_each_record(entry, [&](const Record& record) {
      const auto row = [&](std::int64_t sample, const std::string& ms, const Failure& failure) {
        const std::string kind = ms.empty() ? std::string(to_text(failure.kind)) : "";
        rows.push_back({{"entry", entry.id},
                        {"problem", problem_text(entry.context)},
                        {"device", text_at(entry.context, "device.name")},
                        {"config", to_text(record.config)},
                        {"time", utc_text(record.time_s)},
                        {"sample", sample},
                        {"ms", ms},
                        {"failure_kind", kind},
                        {"failure_text", failure.text}});
      };
      if (const auto* const failure = std::get_if<Failure>(&record.result)) return row(0, "", *failure);
      std::int64_t number = 0;
      for (const double ms : std::get<Samples>(record.result)) row(++number, fmt::format("{}", ms), {});
    });
  return rows;
}

}  // namespace tilewright::store
