#include "core/formats/nsight_compute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/formats/detail/csv.hpp"
#include "core/formats/detail/ncu_text.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"
#include "core/formats/detail/units.hpp"

namespace tilewright::formats {
namespace {

/// Columns that describe a launch; in a file with a line a launch, all others are metrics.
constexpr auto kLaunchColumns =
    std::to_array<std::string_view>({"ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Kernel Time",
                                     "Context", "Stream", "Block Size", "Grid Size", "Device", "CC", "Section Name"});

NcuMetric with_known_unit(std::string_view name, std::string_view unit, double value) {
  if (const auto time_ms = in_ms(value, unit)) return {std::string(name), "ms", *time_ms};
  if (const auto bytes = in_bytes(value, unit)) return {std::string(name), "byte", *bytes};
  return {std::string(name), std::string(unit), value};
}

class NcuReader {
 public:
  explicit NcuReader(CsvHeader header) : header_(std::move(header)) {
    for (const std::string& name : header_.names())
      is_metric_.push_back(std::ranges::find(kLaunchColumns, name) == kLaunchColumns.end());
  }

  [[nodiscard]] bool is_long() const { return header_.has("Metric Name") && header_.has("Metric Value"); }

  void read_long(const CsvRow& row) {
    header_.check(row);
    const std::string& name = header_.field(row, "Metric Name");
    const std::string unit = header_.has("Metric Unit") ? header_.field(row, "Metric Unit") : "";
    const auto value = ncu_number(header_.field(row, "Metric Value"));
    if (!value && is_time_unit(unit) && header_.field(row, "Metric Value") != "n/a")
      throw RecordFault(
          fmt::format("metric {} is {}; a number is expected", shown(name), shown(header_.field(row, "Metric Value"))));
    NcuLaunch& launch = launch_of(row);
    if (value) add(launch, with_known_unit(name, unit, *value));
  }

  /// The row under the header has the units, and no id.
  void read_wide(const CsvRow& row) {
    header_.check(row);
    if (units_.empty() && header_.field(row, "ID").empty()) {
      for (const CsvField& field : row.fields) units_.emplace_back(trimmed(field.text));
      return;
    }
    if (units_.empty()) throw RecordFault("there is no row of units under the header");
    NcuLaunch& launch = launch_of(row);
    for (std::size_t i = 0; i < row.fields.size(); ++i)
      if (const auto value = ncu_number(row.fields[i].text); value && is_metric_[i])
        add(launch, with_known_unit(header_.names()[i], units_[i], *value));
  }

  [[nodiscard]] std::vector<NcuLaunch> take() && { return std::move(launches_); }

 private:
  /// Sections repeat each other's metrics.
  void add(NcuLaunch& launch, NcuMetric metric) {
    const auto [seen, is_new] = seen_.try_emplace({launch.id, metric.name}, metric.value);
    if (!is_new && seen->second != metric.value)
      throw RecordFault(fmt::format("metric {} is there twice, with different values", shown(metric.name)));
    if (is_new) launch.metrics.push_back(std::move(metric));
  }

  NcuLaunch& launch_of(const CsvRow& row) {
    const Value id = parse_value(header_.field(row, "ID"));
    const auto* const number = std::get_if<std::int64_t>(&id);
    if (number == nullptr)
      throw RecordFault(fmt::format("column 'ID' is {}; an integer is expected", shown(header_.field(row, "ID"))));
    const auto [entry, is_new] = positions_.try_emplace(*number, launches_.size());
    if (is_new) {
      const auto field = [&](const char* name) { return header_.has(name) ? header_.field(row, name) : std::string(); };
      launches_.push_back({.id = *number,
                           .kernel = field("Kernel Name"),
                           .grid = field("Grid Size"),
                           .block = field("Block Size"),
                           .device = field("Device"),
                           .line = row.line});
    }
    return launches_[entry->second];
  }

  CsvHeader header_;
  std::vector<bool> is_metric_ = {};
  std::vector<std::string> units_ = {};
  std::vector<NcuLaunch> launches_ = {};
  std::map<std::int64_t, std::size_t> positions_ = {};
  std::map<std::pair<std::int64_t, std::string>, double> seen_ = {};  ///< values by launch and metric
};

bool is_header(std::string_view text) {
  if (!text.starts_with("\"ID\",") && !text.starts_with("ID,")) return false;
  return take_part(text, '\n').find("Kernel Name") != text.npos;
}

}  // namespace

std::size_t ncu_header_begin(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty() && !is_header(rest)) static_cast<void>(take_part(rest, '\n'));
  return text.size() - rest.size();
}

std::optional<double> ncu_number(std::string_view text) {
  const std::string_view number = trimmed(text);
  std::string plain;
  const std::size_t point = std::min(number.find('.'), number.size());
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (number[i] != ',') plain += number[i];
    // A comma stands between digits, with a multiple of three up to the point.
    else if (i == 0 || i > point || (point - i) % 4 != 0)
      return std::nullopt;
  }
  const auto value = parse_number(plain);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

const NcuMetric* NcuLaunch::find(std::string_view metric) const {
  const auto found = std::ranges::find(metrics, metric, &NcuMetric::name);
  return found == metrics.end() ? nullptr : &*found;
}

NcuReport parse_nsight_compute(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  const std::size_t begin = ncu_header_begin(text);
  if (begin == text.size())
    refuse_file(source, "it has no header of Nsight Compute; write it with `ncu --csv`, or with `--page raw` as well");
  CsvReader csv(text.substr(begin), 1 + count_lines(text.substr(0, begin)));
  std::optional<NcuReader> reader;
  try {
    reader.emplace(CsvHeader(csv.next().value_or(CsvRow{})));
  } catch (const RecordFault& fault) {
    refuse_file(source, fmt::format("its header cannot be read: {}", fault.what()));
  }
  for_each_row(csv, refusals, [&](const CsvRow& row) {
    if (row.fields[0].text.starts_with("==")) return;
    reader->is_long() ? reader->read_long(row) : reader->read_wide(row);
  });
  return {.launches = std::move(*reader).take(), .refused = std::move(refusals).take()};
}

std::optional<double> dram_bytes(const NcuLaunch& launch) {
  const auto bytes = [&](const char* name) -> std::optional<double> {
    const NcuMetric* metric = launch.find(name);
    return metric != nullptr && metric->unit == "byte" ? std::optional(metric->value) : std::nullopt;
  };
  if (const auto sum = bytes("dram__bytes.sum")) return sum;
  const auto read = bytes("dram__bytes_read.sum");
  const auto written = bytes("dram__bytes_write.sum");
  return read && written ? std::optional(*read + *written) : std::nullopt;
}

std::optional<double> duration_ms(const NcuLaunch& launch) {
  for (const char* name : {"gpu__time_duration.sum", "gpu__time_duration.avg", "Duration"})
    if (const NcuMetric* metric = launch.find(name); metric != nullptr && metric->unit == "ms") return metric->value;
  return std::nullopt;
}

}  // namespace tilewright::formats
