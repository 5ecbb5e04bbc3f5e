#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/json_rows.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

Row row_of(const Json& trial, std::size_t line, NameCache& configs, NameCache& fact_names) {
  Row row{.config = config_of(member(trial, "config"), configs), .line = line};
  NamedValues facts(fact_names);
  for (const char* name : {"predicted_ms", "smem_bytes", "registers"})
    if (const Json* value = find(trial, name); value != nullptr && !value->is_null()) facts.add(name, value_of(*value));
  row.facts = std::move(facts).take();
  row.failure = failure_of(trial);
  if (!row.failure) set_samples(row, samples_of(trial));
  return row;
}

/// The key of the problem; its kernel and its GPU have places of their own.
Config problem_of(const Json& problem) {
  NameCache names;
  NamedValues key(names);
  if (problem.is_object())
    for (const auto& [name, value] : problem.get_ref<const Json::object_t&>())
      if (name != "kernel" && name != "gpu") key.add(name, value_of(value));
  return std::move(key).take();
}

Config about(const Json& backend) {
  NameCache names;
  NamedValues values(names);
  if (backend.is_object())
    for (const auto& [name, value] : backend.get_ref<const Json::object_t&>())
      values.add(name == "name" ? "backend" : name, value_of(value));
  return std::move(values).take();
}

}  // namespace

Config config_of(const Json& object, NameCache& names) {
  if (!object.is_object()) throw RecordFault(fmt::format("{} where an object is expected", shown(object.dump())));
  NamedValues values(names);
  for (const auto& [name, value] : object.get_ref<const Json::object_t&>()) values.add(name, value_of(value));
  return std::move(values).take();
}

std::optional<Failure> failure_of(const Json& row) {
  const Json* failure = find(row, "failure");
  if (failure == nullptr || failure->is_null()) return std::nullopt;
  const std::string kind = text_member(*failure, "kind");
  if (const auto known = parse_failure_kind(kind)) return Failure{*known, text_or_empty(*failure, "text")};
  throw RecordFault(fmt::format("a failure is of kind {}, which is not known", shown(kind)));
}

Samples samples_of(const Json& row) {
  auto samples = numbers_of(member(row, "samples_ms"));
  if (!samples) throw RecordFault("field 'samples_ms' is not a list of numbers");
  return std::move(*samples);
}

Reading read_tune_json(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  const auto names = std::to_array<std::string_view>({"problem", "backend", "trials"});
  const JsonFile file(text, names, refusals);
  const JsonPart* trials = file.find("trials");
  if (trials == nullptr) refuse_file(source, "it has no 'trials'; is it complete?");
  Recordings recordings(Format::tilewright_json);
  Recording* recording = nullptr;
  try {
    const Json problem = file.value("problem");
    recording = &recordings.of(text_or_empty(problem, "kernel"), text_or_empty(problem, "gpu"), problem_of(problem),
                               about(file.value("backend")));
  } catch (const RecordFault& fault) {
    refuse_file(source, fmt::format("its 'problem' or 'backend' cannot be read: {}", fault.what()));
  }
  NameCache configs;
  NameCache facts;
  for_each_element(*trials, refusals, [&](const Json& trial, std::size_t line) {
    recording->rows.push_back(row_of(trial, line, configs, facts));
  });
  return {.format = Format::tilewright_json,
          .recordings = std::move(recordings).take(),
          .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
