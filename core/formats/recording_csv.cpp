#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/formats/detail/csv.hpp"
#include "core/formats/detail/csv_values.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"
#include "core/formats/read.hpp"
#include "core/formats/write.hpp"

namespace tilewright::formats {
namespace {

constexpr auto kFixed = std::to_array<std::string_view>(
    {"format", "source", "kernel", "device", "time_ms", "samples_ms", "failure_kind", "failure_text"});

/// What the names of the other columns start with; without one of these, it is a parameter.
constexpr std::string_view kParameter = "parameter.";
constexpr auto kPrefixes = std::to_array<std::string_view>({"problem.", "about.", kParameter, "fact.", "series."});

bool is_fixed(std::string_view name) { return std::ranges::find(kFixed, name) != kFixed.end(); }

/// The prefix of a column's name; empty when it has none.
std::string_view prefix_of(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kPrefixes, [&](std::string_view one) { return name.starts_with(one); });
  return found == kPrefixes.end() ? "" : *found;
}

std::string parameter_column(const std::string& name) {
  return is_fixed(name) || !prefix_of(name).empty() ? std::string(kParameter) + name : name;
}

/// In quotes where a text would be read as something else.
std::string field_of(const Value& value) {
  const std::string text = to_text(value);
  const bool is_text = std::holds_alternative<std::string>(value);
  return csv_field(text, is_text && (text.empty() || value_of(CsvField{text, false}) != value));
}

/// Empty for what a row has not: an empty text is in quotes.
std::string field_of(const Value* value) { return value == nullptr ? "" : field_of(*value); }

void add_new(Config::Names& all, const Config::Names& names) {
  for (const std::string& name : names)
    if (std::ranges::find(all, name) == all.end()) all.push_back(name);
}

/// Names that occur in any row, in the order in which they come up.
template <typename NamesOf>
Config::Names names_in_rows(std::span<const Recording> recordings, NamesOf names_of) {
  Config::Names all;
  for (const Recording& recording : recordings)
    for (const Row& row : recording.rows) add_new(all, names_of(row));
  return all;
}

/// Names in a part of any recording.
Config::Names names_in(std::span<const Recording> recordings, Config Recording::*part) {
  Config::Names all;
  for (const Recording& recording : recordings) add_new(all, (recording.*part).names());
  return all;
}

Config::Names series_names(const Row& row) {
  Config::Names names;
  for (const Series& series : row.series) names.push_back(series.name);
  return names;
}

class CsvWriter {
 public:
  explicit CsvWriter(std::span<const Recording> recordings)
      : problem_(names_in(recordings, &Recording::problem)),
        about_(names_in(recordings, &Recording::about)),
        parameters_(names_in_rows(recordings, [](const Row& row) { return row.config.names(); })),
        facts_(names_in_rows(recordings, [](const Row& row) { return row.facts.names(); })),
        series_(names_in_rows(recordings, series_names)) {}

  [[nodiscard]] std::string header() const {
    std::vector<std::string> names{"format", "source", "kernel", "device"};
    for (const std::string& name : problem_) names.push_back("problem." + name);
    for (const std::string& name : about_) names.push_back("about." + name);
    for (const std::string& name : parameters_) names.push_back(parameter_column(name));
    for (const char* name : {"time_ms", "samples_ms", "failure_kind", "failure_text"}) names.emplace_back(name);
    for (const std::string& name : facts_) names.push_back("fact." + name);
    for (const std::string& name : series_) names.push_back("series." + name);
    for (std::string& name : names) name = csv_field(name, trimmed(name) != name);
    return fmt::format("{}\n", fmt::join(names, ","));
  }

  [[nodiscard]] std::string line(const Recording& recording, const Row& row) const {
    std::vector<std::string> fields{csv_field(to_text(recording.format), false), csv_field(recording.source, false),
                                    csv_field(recording.kernel, false), csv_field(recording.device, false)};
    for (const std::string& name : problem_) fields.push_back(field_of(recording.problem.find(name)));
    for (const std::string& name : about_) fields.push_back(field_of(recording.about.find(name)));
    for (const std::string& name : parameters_) fields.push_back(field_of(row.config.find(name)));
    fields.push_back(row.time_ms ? fmt::format("{}", *row.time_ms) : "");
    fields.push_back(fmt::format("{}", fmt::join(row.samples_ms, " ")));
    fields.emplace_back(row.failure ? to_text(row.failure->kind) : "");
    fields.push_back(row.failure ? csv_field(row.failure->text, false) : "");
    for (const std::string& name : facts_) fields.push_back(field_of(row.facts.find(name)));
    for (const std::string& name : series_) {
      const auto found = std::ranges::find(row.series, name, &Series::name);
      fields.push_back(found == row.series.end() ? ""
                                                 : csv_field(fmt::format("{}", fmt::join(found->values, " ")), true));
    }
    return fmt::format("{}\n", fmt::join(fields, ","));
  }

 private:
  Config::Names problem_;
  Config::Names about_;
  Config::Names parameters_;
  Config::Names facts_;
  Config::Names series_;
};

std::vector<double> numbers_of(std::string_view text) {
  std::vector<double> numbers;
  while (!text.empty()) {
    const std::string_view part = take_part(text, ' ');
    const auto number = parse_number(part);
    if (!number || !std::isfinite(*number))
      throw RecordFault(fmt::format("{} where a number is expected", shown(part)));
    numbers.push_back(*number);
  }
  return numbers;
}

class RowReader {
 public:
  RowReader(CsvHeader header, Recordings& recordings) : header_(std::move(header)), recordings_(recordings) {}

  void read(const CsvRow& csv) {
    header_.check(csv);
    const Config problem = values_of(csv, "problem.", problems_);
    const Config about = values_of(csv, "about.", abouts_);
    Row row{.config = values_of(csv, kParameter, configs_), .line = csv.line};
    row.facts = values_of(csv, "fact.", facts_);
    row.failure = failure_of(header_, csv);
    row.samples_ms = numbers_of(header_.field(csv, "samples_ms"));
    if (row.failure && !row.samples_ms.empty()) throw RecordFault("it has samples and a failure");
    if (!header_.field(csv, "time_ms").empty()) row.time_ms = header_.number(csv, "time_ms");
    for (std::size_t i = 0; i < csv.fields.size(); ++i)
      if (header_.names()[i].starts_with("series.") && csv.fields[i].quoted)
        row.series.push_back({header_.names()[i].substr(7), numbers_of(csv.fields[i].text)});
    Recording& recording = recordings_.of(header_.field(csv, "kernel"), header_.field(csv, "device"), problem, about);
    recording.format = parse_format(header_.field(csv, "format")).value_or(Format::tilewright_csv);
    recording.source = header_.field(csv, "source");
    recording.rows.push_back(std::move(row));
  }

 private:
  Config values_of(const CsvRow& csv, std::string_view prefix, NameCache& names) const {
    NamedValues values(names);
    for (std::size_t i = 0; i < csv.fields.size(); ++i) {
      const std::string& name = header_.names()[i];
      const std::string_view own = prefix_of(name);
      const bool is_plain_parameter = prefix == kParameter && own.empty() && !is_fixed(name);
      if (own != prefix && !is_plain_parameter) continue;
      const CsvField& field = csv.fields[i];
      const bool is_absent = field.text.empty() && !field.quoted;
      if (!is_absent) values.add(std::string_view(name).substr(own.size()), value_of(field));
    }
    return std::move(values).take();
  }

  CsvHeader header_;
  Recordings& recordings_;
  NameCache problems_ = {};
  NameCache abouts_ = {};
  NameCache configs_ = {};
  NameCache facts_ = {};
};

}  // namespace

std::string recordings_csv(std::span<const Recording> recordings) {
  const CsvWriter writer(recordings);
  std::string text = writer.header();
  for (const Recording& recording : recordings)
    for (const Row& row : recording.rows) text += writer.line(recording, row);
  return text;
}

std::string recording_csv(const Recording& recording) { return recordings_csv({&recording, 1}); }

Reading read_recording_csv(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  CsvReader csv(text);
  Recordings recordings(Format::tilewright_csv);
  RowReader reader(csv_header(csv, source), recordings);
  for_each_row(csv, refusals, [&](const CsvRow& row) { reader.read(row); });
  return {.format = Format::tilewright_csv,
          .recordings = std::move(recordings).take(),
          .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
