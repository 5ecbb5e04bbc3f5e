#include "core/report/dram_report.hpp"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>

namespace tilewright::report {
namespace {

std::string megabytes(double bytes) { return fmt::format("{:.3f}", bytes / 1e6); }

Row row_of(const ExplainedConfig& explained) {
  const MeasuredDram& dram = *explained.dram;
  Row row;
  for (const Value& value : explained.config.values()) row.cells.push_back(to_text(value));
  row.cells.insert(row.cells.end(), {megabytes(dram.tiled_bytes), megabytes(dram.bytes),
                                     fmt::format("{}", dram.launches), dram_verdict(dram)});
  return row;
}

}  // namespace

std::string dram_verdict(const MeasuredDram& dram) {
  constexpr double kLeastShare = 0.05;
  const double served = 1 - dram.bytes / dram.tiled_bytes;
  return served < kLeastShare ? "no L2 reuse: GROUP_SIZE_M = 1?" : fmt::format("L2 serves {:.0f} %", 100 * served);
}

bool has_dram(const Explanation& explanation) {
  return !explanation.dram_notes.empty() || ranges::any_of(explanation.configs, [](const ExplainedConfig& explained) {
    return explained.dram.has_value();
  });
}

std::string dram_table(const Explanation& explanation, const Style& style) {
  if (!has_dram(explanation)) return "";
  std::vector<Row> rows;
  for (const ExplainedConfig& explained : explanation.configs)
    if (explained.dram) rows.push_back(row_of(explained));
  std::string text = "\nDRAM traffic as measured, beside what every tile would read and write without L2\n";
  if (!rows.empty()) {
    std::vector<Column> columns;
    for (const std::string& name : explanation.configs.front().config.names()) columns.push_back({name});
    for (const char* header : {"tiled MB", "measured MB", "launches"}) columns.push_back({header});
    columns.push_back({"", Align::left});
    text += "\n" + text_table(columns, rows, style);
  }
  for (const std::string& note : explanation.dram_notes) text += fmt::format("note: {}\n", printable(note));
  return text;
}

std::vector<std::string> dram_fields(const ExplainedConfig& explained) {
  if (!explained.dram) return std::vector<std::string>(4);
  const MeasuredDram& dram = *explained.dram;
  return {fmt::format("{}", dram.bytes), fmt::format("{}", dram.tiled_bytes), fmt::format("{}", dram.launches),
          dram_verdict(dram)};
}

}  // namespace tilewright::report
