#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/json_rows.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"
#include "core/formats/read.hpp"
#include "core/formats/write.hpp"

namespace tilewright::formats {
namespace {

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json row_json(const Row& row) {
  Json series = Json::object();
  for (const Series& one : row.series) series[one.name] = one.values;
  Json json = {{"config", to_json(row.config)},
               {"samples_ms", row.samples_ms},
               {"time_ms", row.time_ms ? Json(*row.time_ms) : Json()},
               {"failure", nullptr},
               {"facts", to_json(row.facts)},
               {"series", std::move(series)}};
  if (row.failure) json["failure"] = {{"kind", to_text(row.failure->kind)}, {"text", row.failure->text}};
  return json;
}

/// A line for each field, and one for each row.
std::string recording_text(const Recording& recording) {
  const Json header = {{"format", to_text(recording.format)},
                       {"source", recording.source},
                       {"kernel", recording.kernel},
                       {"device", recording.device},
                       {"problem", to_json(recording.problem)},
                       {"about", to_json(recording.about)},
                       {"parameters", recording.parameters}};
  std::string text = "{\n";
  for (const auto& [name, value] : header.items()) text += fmt::format("\"{}\": {},\n", name, text_of(value));
  text += "\"rows\": [";
  for (const Row& row : recording.rows)
    text += fmt::format("{}\n{}", &row == recording.rows.data() ? "" : ",", text_of(row_json(row)));
  return text + "\n]}";
}

Row row_of(const Json& json, std::size_t line, NameCache& configs, NameCache& facts) {
  Row row{.config = config_of(member(json, "config"), configs), .line = line};
  row.facts = config_of(member(json, "facts"), facts);
  row.failure = failure_of(json);
  row.samples_ms = samples_of(json);
  if (const Json* time = find(json, "time_ms"); time != nullptr && !time->is_null())
    row.time_ms = number_member(json, "time_ms");
  if (row.time_ms && !std::isfinite(*row.time_ms)) throw RecordFault("field 'time_ms' is not finite");
  for (const auto& [name, values] : member(json, "series").items()) {
    auto numbers = numbers_of(values);
    if (!numbers) throw RecordFault(fmt::format("series {} is not a list of numbers", shown(name)));
    add_series(row, name, std::move(*numbers));
  }
  if (row.failure && !row.samples_ms.empty()) throw RecordFault("it has samples and a failure");
  return row;
}

Recording header_of(const JsonFile& file) {
  const auto text = [&](const char* name) {
    const Json value = file.value(name);
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  Recording recording{.format = parse_format(text("format")).value_or(Format::tilewright_json),
                      .source = text("source"),
                      .kernel = text("kernel"),
                      .device = text("device")};
  NameCache names;
  recording.problem = config_of(file.value("problem"), names);
  recording.about = config_of(file.value("about"), names);
  for (const Json& name : file.value("parameters"))
    if (name.is_string()) recording.parameters.push_back(name.get<std::string>());
  return recording;
}

Recording recording_of(const JsonPart& part, Refusals& refusals) {
  const auto names = std::to_array<std::string_view>(
      {"format", "source", "kernel", "device", "problem", "about", "parameters", "rows"});
  const JsonFile file(part.value, names, refusals, part.line);
  const JsonPart* rows = file.find("rows");
  if (rows == nullptr) throw RecordFault("a recording has no 'rows'");
  Recording recording = header_of(file);
  NameCache configs;
  NameCache facts;
  for_each_element(*rows, refusals, [&](const Json& row, std::size_t line) {
    recording.rows.push_back(row_of(row, line, configs, facts));
  });
  return recording;
}

}  // namespace

std::string recordings_json(std::span<const Recording> recordings) {
  std::string text = "{\n\"schema\": \"tilewright.recording/1\",\n\"recordings\": [";
  for (const Recording& recording : recordings)
    text += (&recording == recordings.data() ? "" : ",\n") + recording_text(recording);
  return text + "]\n}\n";
}

Reading read_recording_json(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  const auto names = std::to_array<std::string_view>({"recordings"});
  const JsonFile file(text, names, refusals);
  const JsonPart* recordings = file.find("recordings");
  if (recordings == nullptr) refuse_file(source, "it has no 'recordings'; is it complete?");
  Reading reading{.format = Format::tilewright_json};
  for_each_part(recordings->value, recordings->line, refusals, [&](const JsonPart& part) {
    refusals.guard(part.line, [&] { reading.recordings.push_back(recording_of(part, refusals)); });
    return true;
  });
  reading.refused = std::move(refusals).take();
  return reading;
}

}  // namespace tilewright::formats
