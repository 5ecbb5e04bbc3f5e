#include "core/report/fact_report.hpp"

#include <array>
#include <vector>

#include "core/report/csv.hpp"
#include "core/report/detail/json_text.hpp"

namespace tilewright::report {

std::string fact_table(std::span<const Fact> facts, const Style& style) {
  const std::array<Column, 3> columns{{{"item", Align::left}, {"status", Align::left}, {"detail", Align::left}}};
  std::vector<Row> rows;
  for (const Fact& fact : facts) rows.push_back({.cells = {fact.item, fact.status, fact.detail}, .emphasized = false});
  return text_table(columns, rows, style);
}

std::string fact_json(std::string_view schema, std::span<const Fact> facts) {
  Json list = Json::array();
  for (const Fact& fact : facts)
    list.push_back({{"item", fact.item}, {"status", fact.status}, {"detail", fact.detail}});
  return json_text({{"schema", schema}, {"facts", list}});
}

std::string fact_csv(std::span<const Fact> facts) {
  std::string text = csv_line(std::array<std::string, 3>{"item", "status", "detail"});
  for (const Fact& fact : facts) text += csv_line(std::array{fact.item, fact.status, fact.detail});
  return text;
}

}  // namespace tilewright::report
