#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

/// `{"kwargs": {...}, "num_warps": 4, ...}`: what is null, as most options are, is no parameter.
Config config_of(const Json& config, NameCache& names) {
  if (!config.is_object()) throw RecordFault("a config is not an object");
  NamedValues values(names);
  if (const Json* kwargs = find(config, "kwargs"); kwargs != nullptr && kwargs->is_object())
    for (const auto& [name, value] : kwargs->get_ref<const Json::object_t&>()) values.add(name, value_of(value));
  for (const auto& [name, value] : config.get_ref<const Json::object_t&>())
    if (name != "kwargs" && !value.is_null()) values.add(name, value_of(value));
  return std::move(values).take();
}

/// A list of the median and the 20 % and 80 % quantiles, or the median alone.
std::vector<double> quantiles_of(const Json& timing) {
  std::vector<double> quantiles;
  const Json list = timing.is_array() ? timing : Json::array({timing});
  for (const Json& time : list) {
    const auto number = number_of(time);
    if (!number) throw RecordFault(fmt::format("a time is {}; a number is expected", shown(time.dump())));
    quantiles.push_back(*number);
  }
  if (quantiles.empty()) throw RecordFault("a config has no time");
  return quantiles;
}

}  // namespace

Reading read_triton_autotune(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  const auto names = std::to_array<std::string_view>({"key", "configs_timings"});
  const JsonFile file(text, names, refusals);
  const JsonPart* timings = file.find("configs_timings");
  if (timings == nullptr) refuse_file(source, "it has no 'configs_timings'; is it complete?");
  Config problem;
  if (const JsonPart* key = file.find("key"))
    refusals.guard(key->line, [&] { problem = {{"key", value_of(parse_json(key->value))}}; });
  Recordings recordings(Format::triton_autotune);
  Recording& recording = recordings.of("", "", problem);
  NameCache configs;
  NameCache fact_names;
  for_each_element(*timings, refusals, [&](const Json& entry, std::size_t line) {
    if (!entry.is_array() || entry.size() != 2) throw RecordFault("it is not a pair of a config and its times");
    Row row{.config = config_of(entry[0], configs), .line = line};
    const std::vector<double> quantiles = quantiles_of(entry[1]);
    row.time_ms = quantiles[0];
    set_samples(row, {quantiles[0]});
    NamedValues facts(fact_names);
    if (!row.failure && quantiles.size() == 3) {
      facts.add("p20_ms", quantiles[1]);
      facts.add("p80_ms", quantiles[2]);
    }
    row.facts = std::move(facts).take();
    recording.rows.push_back(std::move(row));
  });
  return {.format = Format::triton_autotune,
          .recordings = std::move(recordings).take(),
          .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
