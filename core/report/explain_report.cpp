#include "core/report/explain_report.hpp"

#include <fmt/format.h>

#include "core/report/csv.hpp"
#include "core/report/detail/json_text.hpp"
#include "core/report/dram_report.hpp"
#include "core/report/instruction_report.hpp"
#include "core/report/milliseconds.hpp"
#include "core/report/tune_run.hpp"

namespace tilewright::report {
namespace {

std::string verdict_of(const ExplainedConfig& explained) {
  return explained.rejected ? explained.rejected->rule : "kept";
}

std::string reason_of(const ExplainedConfig& explained) {
  return explained.rejected ? to_text(*explained.rejected) : "";
}

Json dram_json(const ExplainedConfig& explained) {
  if (!explained.dram) return nullptr;
  return {{"bytes", explained.dram->bytes},
          {"tiled_bytes", explained.dram->tiled_bytes},
          {"launches", explained.dram->launches},
          {"verdict", dram_verdict(*explained.dram)}};
}

Json config_json(const ExplainedConfig& explained) {
  const gemm::Prediction& prediction = explained.prediction;
  return {{"config", to_json(explained.config)},
          {"verdict", verdict_of(explained)},
          {"smem_bytes", explained.resources.smem_bytes},
          {"registers", explained.resources.registers},
          {"ctas_per_sm", prediction.occupancy.ctas_per_sm},
          {"tiles", prediction.waves.tiles},
          {"waves", prediction.waves.waves},
          {"compute_ms", prediction.compute_ms},
          {"memory_ms", prediction.memory_ms},
          {"predicted_ms", prediction.predicted_ms},
          {"bound", to_text(prediction.bound)},
          {"reason", explained.rejected ? Json(reason_of(explained)) : Json()},
          {"limiter", to_text(prediction.occupancy.limiter)},
          {"last_wave_ctas", prediction.waves.last_wave_ctas}};
}

std::vector<std::string> csv_fields(const ExplainedConfig& explained) {
  std::vector<std::string> fields;
  for (const Value& value : explained.config.values()) fields.push_back(to_text(value));
  const Json json = config_json(explained);
  for (const auto& [name, value] : json.items()) {
    if (name == "config") continue;
    if (value.is_string())
      fields.push_back(value.get<std::string>());
    else
      fields.push_back(value.is_null() ? "" : value.dump());
  }
  return fields;
}

std::vector<Column> columns_for(const Config& config) {
  std::vector<Column> columns;
  for (const std::string& name : config.names()) columns.push_back({name});
  for (const char* header : {"smem B", "regs/thread", "CTAs/SM"}) columns.push_back({header});
  columns.push_back({"limited by", Align::left});
  for (const char* header : {"tiles", "waves", "last full %", "compute ms", "memory ms", "predicted ms"})
    columns.push_back({header});
  columns.push_back({"bound", Align::left});
  columns.push_back({"verdict", Align::left});
  return columns;
}

Row row_of(const ExplainedConfig& explained, int decimals) {
  const gemm::Prediction& prediction = explained.prediction;
  Row row;
  for (const Value& value : explained.config.values()) row.cells.push_back(to_text(value));
  for (const std::int64_t count :
       {explained.resources.smem_bytes, explained.resources.registers, prediction.occupancy.ctas_per_sm})
    row.cells.push_back(fmt::format("{}", count));
  row.cells.push_back(words(to_text(prediction.occupancy.limiter)));
  row.cells.push_back(fmt::format("{}", prediction.waves.tiles));
  row.cells.push_back(fmt::format("{}", prediction.waves.waves));
  row.cells.push_back(fmt::format("{:.0f}", 100 * prediction.waves.last_wave_fill()));
  for (const double time : {prediction.compute_ms, prediction.memory_ms, prediction.predicted_ms})
    row.cells.push_back(ms_text(time, decimals));
  row.cells.emplace_back(to_text(prediction.bound));
  row.cells.push_back(explained.rejected ? reason_of(explained) : "kept");
  return row;
}

/// Of the predictions and their parts, but not of a part so small that it would widen every column.
int decimals_of(const std::vector<ExplainedConfig>& configs) {
  std::vector<double> times;
  for (const ExplainedConfig& explained : configs) times.push_back(explained.prediction.predicted_ms);
  return decimals_for(times);
}

}  // namespace

Explanation explain(const gemm::GemmShape& shape, const gemm::GpuSpec& gpu, const TuningProblem& problem) {
  Explanation explanation{.key = problem.key, .configs = {}, .pruned = prune(problem)};
  problem.space.for_each([&](ConfigIndex, const Config& config) {
    const Resources resources = problem.resources(config);
    explanation.configs.push_back(
        {.config = config,
         .rejected = verdict(problem, config),
         .resources = resources,
         .prediction = gemm::predict(shape, gemm::tile_config(config), resources.registers, gpu)});
  });
  return explanation;
}

std::string explain_table(const Explanation& explanation, const Style& style) {
  std::string text = fmt::format("gemm {}\n{}\n", to_text(explanation.key), pruned_sentence(explanation.pruned));
  if (explanation.configs.empty()) return text;
  const int decimals = decimals_of(explanation.configs);
  std::vector<Row> rows;
  for (const ExplainedConfig& explained : explanation.configs) rows.push_back(row_of(explained, decimals));
  return text + "\n" + text_table(columns_for(explanation.configs.front().config), rows, style) +
         instruction_table(explanation, style) + dram_table(explanation, style);
}

std::string explain_json(const Explanation& explanation) {
  Json problem = {{"kernel", "gemm"}};
  problem.update(to_json(explanation.key));
  Json configs = Json::array();
  const bool counted = !instruction_kinds(explanation).empty();
  const bool measured = has_dram(explanation);
  for (const ExplainedConfig& explained : explanation.configs) {
    configs.push_back(config_json(explained));
    if (counted) configs.back()["ptx"] = explained.instructions ? Json(*explained.instructions) : Json();
    if (measured) configs.back()["dram"] = dram_json(explained);
  }
  Json json = {{"schema", "tilewright.explain/1"}, {"problem", problem}, {"configs", configs}};
  if (measured) json["dram_notes"] = explanation.dram_notes;
  return json_text(json);
}

std::string explain_csv(const Explanation& explanation) {
  if (explanation.configs.empty()) return "";
  const ExplainedConfig& first = explanation.configs.front();
  std::vector<std::string> header = first.config.names();
  const Json json = config_json(first);
  for (const auto& [name, value] : json.items())
    if (name != "config") header.push_back(name);
  const std::vector<std::string> kinds = instruction_kinds(explanation);
  for (const std::string& kind : kinds) header.push_back("ptx." + kind);
  const bool measured = has_dram(explanation);
  if (measured) header.insert(header.end(), {"dram.bytes", "dram.tiled_bytes", "dram.launches", "dram.verdict"});
  std::string text = csv_line(header);
  for (const ExplainedConfig& explained : explanation.configs) {
    std::vector<std::string> fields = csv_fields(explained);
    for (std::string& count : instruction_cells(explained, kinds)) fields.push_back(std::move(count));
    if (measured)
      for (std::string& field : dram_fields(explained)) fields.push_back(std::move(field));
    text += csv_line(fields);
  }
  return text;
}

}  // namespace tilewright::report
