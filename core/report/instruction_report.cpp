#include "core/report/instruction_report.hpp"

#include <fmt/format.h>

#include <range/v3/algorithm/stable_sort.hpp>
#include <set>

#include "core/report/milliseconds.hpp"

namespace tilewright::report {
namespace {

double predicted_ms(const ExplainedConfig* explained) { return explained->prediction.predicted_ms; }

std::vector<const ExplainedConfig*> counted_best_first(const Explanation& explanation) {
  std::vector<const ExplainedConfig*> counted;
  for (const ExplainedConfig& explained : explanation.configs)
    if (explained.instructions) counted.push_back(&explained);
  ranges::stable_sort(counted, {}, predicted_ms);
  return counted;
}

Row row_of(const ExplainedConfig& explained, const std::vector<std::string>& kinds, int decimals) {
  Row row;
  for (const Value& value : explained.config.values()) row.cells.push_back(to_text(value));
  row.cells.push_back(ms_text(explained.prediction.predicted_ms, decimals));
  const std::vector<std::string> counts = instruction_cells(explained, kinds);
  row.cells.insert(row.cells.end(), counts.begin(), counts.end());
  return row;
}

}  // namespace

std::vector<std::string> instruction_kinds(const Explanation& explanation) {
  std::set<std::string> kinds;
  for (const ExplainedConfig& explained : explanation.configs)
    if (explained.instructions)
      for (const auto& [kind, count] : *explained.instructions) kinds.insert(kind);
  return {kinds.begin(), kinds.end()};
}

std::vector<std::string> instruction_cells(const ExplainedConfig& explained, const std::vector<std::string>& kinds) {
  std::vector<std::string> cells;
  for (const std::string& kind : kinds) {
    if (!explained.instructions) {
      cells.emplace_back();
      continue;
    }
    const auto found = explained.instructions->find(kind);
    cells.push_back(found == explained.instructions->end() ? "0" : fmt::format("{}", found->second));
  }
  return cells;
}

std::string instruction_table(const Explanation& explanation, const Style& style) {
  const std::vector<const ExplainedConfig*> counted = counted_best_first(explanation);
  if (counted.empty()) return "";
  const std::vector<std::string> kinds = instruction_kinds(explanation);
  std::vector<Column> columns;
  for (const std::string& name : counted.front()->config.names()) columns.push_back({name});
  columns.push_back({"predicted ms"});
  for (const std::string& kind : kinds) columns.push_back({kind});

  std::vector<double> times;
  for (const ExplainedConfig* const explained : counted) times.push_back(predicted_ms(explained));
  std::vector<Row> rows;
  for (const ExplainedConfig* const explained : counted) rows.push_back(row_of(*explained, kinds, decimals_for(times)));
  return fmt::format(
      "\nPTX of {} of {} kept configs: how often an instruction is written, with the bytes that a thread moves\n\n{}",
      counted.size(), explanation.pruned.kept.size(), text_table(columns, rows, style));
}

}  // namespace tilewright::report
