#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "core/formats/detail/cursor.hpp"
#include "core/formats/detail/json.hpp"
#include "core/formats/detail/kernel_tuner_names.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"

namespace tilewright::formats {
namespace {

using Header = std::unordered_map<std::string, Json>;

/// The first of two members of one name counts.
void add(Header& header, const std::string& name, std::string_view value) {
  if (header.contains(name)) throw RecordFault(fmt::format("field {} is there twice", shown(name)));
  header[name] = parse_json(value);
}

/// How deep in its line something begins; nothing when it is not the first in it.
std::optional<std::size_t> indent_of(std::string_view text, std::size_t begin) {
  std::size_t line_begin = begin;
  while (line_begin > 0 && (text[line_begin - 1] == ' ' || text[line_begin - 1] == '\t')) --line_begin;
  const bool leads = line_begin == 0 || text[line_begin - 1] == '\n';
  return leads ? std::optional(begin - line_begin) : std::nullopt;
}

/// Whether a line is the start of a record: `"v1,v2": {`, with as many commas and, where it is known, as deep in the
/// line as another one.
bool starts_record(std::string_view text, std::size_t line_begin, std::size_t commas,
                   std::optional<std::size_t> indent) {
  const auto skip_blanks = [&](std::size_t i) { return std::min(text.find_first_not_of(" \t", i), text.size()); };
  const std::size_t begin = skip_blanks(line_begin);
  if (!text.substr(begin).starts_with('"') || begin - line_begin != indent.value_or(begin - line_begin)) return false;
  const std::size_t end = json_end(text, begin);
  if (std::cmp_less(std::ranges::count(text.substr(begin, end - begin), ','), commas)) return false;
  const std::size_t colon = skip_blanks(end);
  return text.substr(colon).starts_with(':') && text.substr(skip_blanks(colon + 1)).starts_with('{');
}

Samples times_of(const Json& times) {
  if (!times.is_array()) throw RecordFault("field 'times' is not a list");
  Samples samples;
  samples.reserve(times.size());
  for (const Json& time : times) {
    const auto number = number_of(time);
    if (!number) throw RecordFault(fmt::format("a time is {}; a number is expected", shown(time.dump())));
    samples.push_back(*number);
  }
  return samples;
}

/// The failure that a record states, as `__error__` or as the word for its time.
std::optional<Failure> failure_of(const Json& record) {
  const Json* error = find(record, "__error__");
  const Json* time = find(record, "time");
  const bool has_word = time != nullptr && time->is_string() && !number_of(*time);
  if (error == nullptr && !has_word) return std::nullopt;
  const Json& stated = error == nullptr ? *time : *error;
  const std::string word = stated.is_string() ? stated.get<std::string>() : stated.dump();
  const auto kind = kernel_tuner_failure(word);
  if (!kind && error == nullptr)
    throw RecordFault(fmt::format("field 'time' is {}; a number is expected", shown(word)));
  const std::string text = text_or_empty(record, "failure_text");
  return Failure{kind.value_or(FailureKind::crashed), text.empty() ? word : text};
}

/// Reads the records of a cache into a recording.
class CacheReader {
 public:
  CacheReader(Recording& recording, Refusals& refusals) : recording_(recording), refusals_(refusals) {}

  /// `text` starts with the bracket of the cache. An interrupted file has no bracket at its end; one that was closed
  /// and then gone on with has some in the middle.
  void read_all(std::string_view text, std::size_t line, Header& header) {
    Cursor cursor(text, line);
    cursor.move_to(1);
    for (bool closed = false;;) {
      cursor.skip_any_of(kJsonSeparators);
      if (cursor.at_end()) return;
      if (cursor.byte() == '}') {
        closed = true;
        cursor.move_to(cursor.position() + 1);
      } else {
        read_member(cursor, closed ? &header : nullptr);
      }
    }
  }

 private:
  void read_member(Cursor& cursor, Header* header) {
    const std::size_t line = cursor.line();
    const std::size_t begin = cursor.position();
    try {
      const std::string key = take_name(cursor);
      if (cursor.byte() == '{') return read_record(cursor, key, begin, line);
      const std::size_t end = json_end(cursor.text(), cursor.position());
      const std::string_view value = cursor.text().substr(cursor.position(), end - cursor.position());
      cursor.move_to(end);
      if (header == nullptr) throw RecordFault(fmt::format("record {} is not an object", shown(key)));
      add(*header, key, value);
    } catch (const RecordFault& fault) {
      refusals_.add(line, fault.what());
      if (cursor.line() == line) cursor.move_to(cursor.text().find('\n', cursor.position()));
    }
  }

  void read_record(Cursor& cursor, const std::string& key, std::size_t begin, std::size_t line) {
    const std::string_view text = cursor.text();
    const auto indent = indent_of(text, begin);
    std::size_t end = text.size();
    bool cut = false;
    const std::size_t whole = json_end(text, cursor.position(), [&](std::size_t next_line) {
      cut = starts_record(text, next_line, recording_.parameters.size() - 1, indent);
      if (cut) end = next_line;
      return cut;
    });
    if (whole != text.npos) end = whole;
    const std::string_view record = text.substr(cursor.position(), end - cursor.position());
    cursor.move_to(end);
    refusals_.guard(line, [&] {
      if (whole == text.npos) throw RecordFault(fmt::format("record {} is cut off", shown(key)));
      keep(key, row_of(parse_json(record), line));
    });
  }

  Row row_of(const Json& record, std::size_t line) {
    Row row{.line = line};
    NamedValues config(configs_);
    for (const std::string& name : recording_.parameters) config.add(name, value_of(member(record, name)));
    row.config = std::move(config).take();
    row.failure = failure_of(record);
    if (!row.failure) {
      row.time_ms = number_member(record, "time");
      const Json* times = find(record, "times");
      Samples samples = times == nullptr ? Samples{} : times_of(*times);
      if (samples.empty()) samples.push_back(*row.time_ms);
      set_samples(row, std::move(samples));
    }
    add_facts(row, record);
    return row;
  }

  void add_facts(Row& row, const Json& record) {
    constexpr std::array<std::string_view, 4> kRead{"time", "times", "__error__", "failure_text"};
    NamedValues facts(facts_);
    for (const auto& [name, value] : record.get_ref<const Json::object_t&>()) {
      if (std::ranges::find(kRead, name) != kRead.end() || row.config.find(name) != nullptr) continue;
      if (auto numbers = numbers_of(value))
        add_series(row, fact_name(name), std::move(*numbers));
      else
        facts.add(fact_name(name), value_of(value));
    }
    row.facts = std::move(facts).take();
  }

  /// The last record of a key counts, as it does in Kernel Tuner.
  void keep(const std::string& key, Row row) {
    const auto [entry, is_new] = positions_.try_emplace(key, recording_.rows.size());
    if (is_new) return recording_.rows.push_back(std::move(row));
    Row& earlier = recording_.rows[entry->second];
    refusals_.add(earlier.line, fmt::format("config {} is there again in line {}, which counts", shown(key), row.line));
    earlier = std::move(row);
  }

  Recording& recording_;
  Refusals& refusals_;
  NameCache configs_ = {};
  NameCache facts_ = {};
  std::unordered_map<std::string, std::size_t> positions_ = {};
};

Config::Names parameters_of(const Header& header, std::string_view source) {
  Config::Names names;
  const auto keys = header.find("tune_params_keys");
  const auto values = header.find("tune_params");
  if (keys != header.end() && keys->second.is_array()) {
    for (const Json& name : keys->second) names.push_back(name.is_string() ? name.get<std::string>() : "");
  } else if (values != header.end() && values->second.is_object()) {
    for (const auto& entry : values->second.get_ref<const Json::object_t&>()) names.push_back(entry.first);
  }
  Config::Names ascending = names;
  std::ranges::sort(ascending);
  if (names.empty() || ascending.front().empty() || std::ranges::adjacent_find(ascending) != ascending.end())
    refuse_file(source, "it has no usable 'tune_params_keys' before 'cache'; is the start of the file missing?");
  return names;
}

void set_header(Recording& recording, const Header& header) {
  const auto value = [&](const char* name) { return header.contains(name) ? header.at(name) : Json(); };
  const auto text = [&](const char* name) { return value(name).is_string() ? value(name).get<std::string>() : ""; };
  recording.device = text("device_name");
  recording.kernel = text("kernel_name");
  if (const Json size = value("problem_size"); !size.is_null()) recording.problem = {{"problem_size", value_of(size)}};
  NameCache names;
  NamedValues about(names);
  for (const char* name : {"objective", "schema_version"})
    if (!value(name).is_null()) about.add(name, value_of(value(name)));
  recording.about = std::move(about).take();
}

}  // namespace

std::string_view fact_name(std::string_view kernel_tuner_name) {
  const auto* const found = std::ranges::find(kFactNames, kernel_tuner_name, &FactName::kernel_tuner);
  return found == kFactNames.end() ? kernel_tuner_name : found->fact;
}

Reading read_kernel_tuner(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  Header header;
  std::optional<JsonPart> cache;
  const std::size_t begin = std::min(text.find('{'), text.size());
  for_each_part(text.substr(begin), 1 + count_lines(text.substr(0, begin)), refusals, [&](const JsonPart& part) {
    if (part.key == "cache")
      cache = part;
    else
      refusals.guard(part.line, [&] { add(header, part.key, part.value); });
    return !cache.has_value();
  });
  Recording recording{.format = Format::kernel_tuner, .parameters = parameters_of(header, source)};
  if (cache && cache->value.starts_with('{')) {
    const auto offset = static_cast<std::size_t>(cache->value.data() - text.data());
    CacheReader(recording, refusals).read_all(text.substr(offset), cache->line, header);
  } else if (cache) {
    refusals.add(cache->line, "field 'cache' is not an object");
  }
  set_header(recording, header);
  Reading reading{.format = Format::kernel_tuner, .recordings = {}, .refused = std::move(refusals).take()};
  reading.recordings.push_back(std::move(recording));
  return reading;
}

}  // namespace tilewright::formats
