#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/t4_names.hpp"
#include "core/formats/detail/text.hpp"
#include "core/formats/detail/units.hpp"

namespace tilewright::formats {
namespace {

/// The measurement that is the time: the objective, unless that is something else.
const Json* time_measurement(const Json& record) {
  Config::Names names;
  if (const Json* objectives = find(record, "objectives"); objectives != nullptr && objectives->is_array())
    for (const Json& name : *objectives)
      if (name.is_string()) names.push_back(name.get<std::string>());
  names.insert(names.end(), {"time", "TotalDuration"});
  const Json* measurements = find(record, "measurements");
  if (measurements == nullptr || !measurements->is_array()) return nullptr;
  for (const std::string& name : names) {
    const auto is_it = [&](const Json& one) {
      const bool is_named_a_time = name == "time" || name == "TotalDuration";
      return text_or_empty(one, "name") == name && (is_named_a_time || is_time_unit(text_or_empty(one, "unit")));
    };
    const auto found = std::ranges::find_if(*measurements, is_it);
    if (found != measurements->end()) return &*found;
  }
  return nullptr;
}

/// The unit of a record's times: what the file says of all, else what the measured time says. Throws `RecordFault` when
/// they differ.
std::string unit_of(const std::string& file_unit, const Json* time) {
  const std::string own = time == nullptr ? "" : text_or_empty(*time, "unit");
  if (file_unit.empty() || own.empty()) return file_unit.empty() ? own : file_unit;
  const auto file_ms = in_ms(1, file_unit);
  const auto own_ms = in_ms(1, own);
  if (file_ms && own_ms && *file_ms != *own_ms)
    throw RecordFault(fmt::format("times are in {} by the metadata, in {} by the measurement", file_unit, own));
  return own;
}

double checked_ms(double time, const std::string& unit) {
  if (const auto time_ms = in_ms(time, unit)) return *time_ms;
  if (unit.empty()) throw RecordFault("the unit of its times is not said");
  throw RecordFault(fmt::format("the unit of its times is {}; it should be ns, us, ms or s", shown(unit)));
}

FailureKind kind_of(const std::string& invalidity) {
  const auto* const found = std::ranges::find(kInvalidities, invalidity, &Invalidity::word);
  if (found != kInvalidities.end()) return found->kind;
  throw RecordFault(fmt::format("field 'invalidity' is {}, which is not known", shown(invalidity)));
}

/// The failure that a record states, with the word that stands for its time as the text.
std::optional<Failure> failure_of(const Json& record, const Json* time) {
  const Json* value = time == nullptr ? nullptr : find(*time, "value");
  const bool has_word = value != nullptr && value->is_string() && !number_of(*value);
  const std::string word = has_word ? value->get<std::string>() : "";
  const std::string invalidity = text_or_empty(record, "invalidity");
  const Json* correctness = find(record, "correctness");
  const bool is_wrong = correctness != nullptr && number_of(*correctness) == 0.0;
  if (invalidity.empty() || invalidity == "correct") {
    if (const auto kind = kernel_tuner_failure(word)) return Failure{*kind, word};
    if (has_word) throw RecordFault(fmt::format("its time is {}; a number is expected", shown(word)));
    if (is_wrong) return Failure{FailureKind::wrong_result, "correctness 0"};
    return std::nullopt;
  }
  return Failure{kind_of(invalidity), word.empty() ? invalidity : word};
}

class ResultReader {
 public:
  explicit ResultReader(std::string file_unit) : file_unit_(std::move(file_unit)) {}

  Row row_of(const Json& record, std::size_t line) {
    Row row{.line = line};
    const Json& configuration = member(record, "configuration");
    if (!configuration.is_object()) throw RecordFault("field 'configuration' is not an object");
    NamedValues config(configs_);
    for (const auto& [name, value] : configuration.get_ref<const Json::object_t&>()) config.add(name, value_of(value));
    row.config = std::move(config).take();
    const Json* time = time_measurement(record);
    const std::string unit = unit_of(file_unit_, time);
    row.failure = failure_of(record, time);
    if (!row.failure) set_times(row, record, time, unit);
    add_facts(row, record, time, unit);
    return row;
  }

 private:
  static void set_times(Row& row, const Json& record, const Json* time, const std::string& unit) {
    Samples samples;
    const Json* times = find(record, "times");
    const Json* runtimes = times == nullptr ? nullptr : find(*times, "runtimes");
    if (runtimes != nullptr && !runtimes->is_array()) throw RecordFault("field 'runtimes' is not a list");
    if (runtimes != nullptr)
      for (const Json& runtime : *runtimes) {
        const auto number = number_of(runtime);
        if (!number) throw RecordFault(fmt::format("a runtime is {}; a number is expected", shown(runtime.dump())));
        samples.push_back(checked_ms(*number, unit));
      }
    if (time != nullptr) row.time_ms = checked_ms(number_member(*time, "value"), unit);
    if (samples.empty() && !row.time_ms) throw RecordFault("it has neither runtimes nor a measured time");
    if (samples.empty()) samples.push_back(*row.time_ms);
    set_samples(row, std::move(samples));
  }

  void add_facts(Row& row, const Json& record, const Json* time, const std::string& unit) {
    NamedValues facts(facts_);
    if (const std::string stamp = text_or_empty(record, "timestamp"); !stamp.empty()) facts.add("timestamp", stamp);
    const Json* times = find(record, "times");
    if (times != nullptr && times->is_object() && is_time_unit(unit))
      for (const auto& [name, value] : times->get_ref<const Json::object_t&>())
        if (value.is_number()) facts.add(t4_fact_name(name), *in_ms(value.get<double>(), unit));
    const Json* measurements = find(record, "measurements");
    if (measurements != nullptr && measurements->is_array())
      for (const Json& measurement : *measurements)
        if (&measurement != time) add_measurement(row, facts, measurement);
    row.facts = std::move(facts).take();
  }

  static void add_measurement(Row& row, NamedValues& facts, const Json& measurement) {
    std::string name = text_member(measurement, "name");
    const Json& value = member(measurement, "value");
    const std::string unit = text_or_empty(measurement, "unit");
    const auto time_ms = value.is_number() ? in_ms(value.get<double>(), unit) : std::nullopt;
    if (!unit.empty()) name += fmt::format(" [{}]", time_ms ? "ms" : unit);
    if (auto numbers = numbers_of(value))
      add_series(row, name, std::move(*numbers));
    else
      facts.add(name, time_ms ? Value(*time_ms) : value_of(value));
  }

  std::string file_unit_;
  NameCache configs_ = {};
  NameCache facts_ = {};
};

Config about(const JsonFile& file, Refusals& refusals) {
  NameCache names;
  NamedValues values(names);
  const JsonPart* version = file.find("schema_version");
  if (version != nullptr)
    refusals.guard(version->line, [&] { values.add("schema_version", value_of(parse_json(version->value))); });
  return std::move(values).take();
}

}  // namespace

std::string t4_fact_name(std::string_view t4_name) {
  const auto* const found = std::ranges::find(kT4Times, t4_name, &T4Time::t4);
  return found == kT4Times.end() ? fmt::format("{}_ms", t4_name) : std::string(found->fact);
}

Reading read_t4(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  const auto names = std::to_array<std::string_view>({"metadata", "schema_version", "results"});
  const JsonFile file(text, names, refusals);
  const JsonPart* results = file.find("results");
  if (results == nullptr) refuse_file(source, "it has no 'results'; is it complete?");
  std::string unit;
  if (const JsonPart* metadata = file.find("metadata"))
    refusals.guard(metadata->line, [&] { unit = text_or_empty(parse_json(metadata->value), "timeunit"); });
  Reading reading{.format = Format::t4};
  Recordings recordings(Format::t4);
  Recording& recording = recordings.of("", "", {}, about(file, refusals));
  ResultReader reader(unit);
  for_each_element(*results, refusals, [&](const Json& record, std::size_t line) {
    recording.rows.push_back(reader.row_of(record, line));
  });
  reading.recordings = std::move(recordings).take();
  reading.refused = std::move(refusals).take();
  return reading;
}

}  // namespace tilewright::formats
