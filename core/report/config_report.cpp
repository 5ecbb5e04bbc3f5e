#include "core/report/config_report.hpp"

#include <variant>
#include <vector>

#include "core/report/csv.hpp"
#include "core/report/detail/json_text.hpp"

namespace tilewright::report {
namespace {

std::vector<std::string> cells_of(const Config& row) {
  std::vector<std::string> cells;
  for (const Value& value : row.values()) cells.push_back(to_text(value));
  return cells;
}

}  // namespace

std::string config_table(std::span<const Config> rows, const Style& style) {
  if (rows.empty()) return "";
  std::vector<Column> columns;
  for (std::size_t i = 0; i < rows.front().size(); ++i) {
    const bool is_text = std::holds_alternative<std::string>(rows.front().values()[i]);
    columns.push_back({rows.front().names()[i], is_text ? Align::left : Align::right});
  }
  std::vector<Row> lines;
  for (const Config& row : rows) lines.push_back({.cells = cells_of(row), .emphasized = false});
  return text_table(columns, lines, style);
}

std::string config_json(std::string_view schema, std::string_view name, std::span<const Config> rows) {
  Json list = Json::array();
  for (const Config& row : rows) list.push_back(to_json(row));
  return json_text({{"schema", schema}, {name, list}});
}

std::string config_csv(std::span<const Config> rows) {
  if (rows.empty()) return "";
  std::string text = csv_line(rows.front().names());
  for (const Config& row : rows) text += csv_line(cells_of(row));
  return text;
}

}  // namespace tilewright::report
