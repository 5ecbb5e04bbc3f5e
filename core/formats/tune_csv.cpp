#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/formats/detail/csv.hpp"
#include "core/formats/detail/csv_values.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

/// Columns of `tilewright tune --format csv` that are no parameters.
constexpr auto kColumns =
    std::to_array<std::string_view>({"predicted_ms", "smem_bytes", "registers", "samples", "median_ms", "p20_ms",
                                     "p80_ms", "picked", "tied", "failure_kind", "failure_text"});
constexpr auto kFacts =
    std::to_array<std::string_view>({"predicted_ms", "smem_bytes", "registers", "samples", "p20_ms", "p80_ms"});

Row row_of(const CsvHeader& header, const CsvRow& csv, NameCache& configs, NameCache& fact_names) {
  header.check(csv);
  NamedValues config(configs);
  for (std::size_t i = 0; i < csv.fields.size(); ++i)
    if (std::ranges::find(kColumns, header.names()[i]) == kColumns.end())
      config.add(header.names()[i], value_of(csv.fields[i]));
  Row row{.config = std::move(config).take(), .line = csv.line};
  NamedValues facts(fact_names);
  for (const std::string_view name : kFacts)
    if (header.has(name) && !header.field(csv, name).empty()) facts.add(name, parse_value(header.field(csv, name)));
  row.facts = std::move(facts).take();
  row.failure = failure_of(header, csv);
  if (!row.failure && !header.field(csv, "median_ms").empty()) {
    row.time_ms = header.number(csv, "median_ms");
    row.samples_ms = {*row.time_ms};
  }
  return row;
}

}  // namespace

Value value_of(const CsvField& field) {
  if (field.quoted) return field.text;
  if (field.text == "true" || field.text == "false") return field.text == "true";
  return parse_value(field.text);
}

std::optional<Failure> failure_of(const CsvHeader& header, const CsvRow& row) {
  const std::string& kind = header.field(row, "failure_kind");
  if (kind.empty()) return std::nullopt;
  if (const auto known = parse_failure_kind(kind)) return Failure{*known, header.field(row, "failure_text")};
  throw RecordFault(fmt::format("a failure is of kind {}, which is not known", shown(kind)));
}

CsvHeader csv_header(CsvReader& csv, std::string_view source) {
  try {
    return CsvHeader(csv.next().value_or(CsvRow{}));
  } catch (const RecordFault& fault) {
    refuse_file(source, fmt::format("its header cannot be read: {}", fault.what()));
  }
}

Reading read_tune_csv(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  CsvReader csv(text);
  const CsvHeader header = csv_header(csv, source);
  Recordings recordings(Format::tilewright_csv);
  Recording& recording = recordings.of("", "", {}, {{"time", "the median of the samples"}});
  NameCache configs;
  NameCache facts;
  for_each_row(csv, refusals,
               [&](const CsvRow& row) { recording.rows.push_back(row_of(header, row, configs, facts)); });
  return {.format = Format::tilewright_csv,
          .recordings = std::move(recordings).take(),
          .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
