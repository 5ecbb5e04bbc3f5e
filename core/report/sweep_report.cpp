#include "core/report/sweep_report.hpp"

#include <fmt/format.h>

#include <range/v3/algorithm/count.hpp>

#include "core/report/csv.hpp"
#include "core/report/detail/json_text.hpp"
#include "core/report/milliseconds.hpp"

namespace tilewright::report {
namespace {

constexpr std::size_t kWidestReason = 100;

bool has_config(const SweptShape& swept) { return swept.state != SweptState::no_valid_config; }

int decimals_of(const SweepRun& run) {
  std::vector<double> times;
  for (const SweptShape& swept : run.shapes)
    if (has_config(swept)) times.push_back(swept.median_ms);
  return decimals_for(times);
}

/// How much less time than the default's: `-12.0 %`; `same` when it is the default.
std::string gain(const SweptShape& swept, const Config& default_config) {
  if (swept.config == default_config) return "same";
  if (!swept.default_ms) return "";
  return fmt::format("{:+.1f} %", 100 * (swept.median_ms / *swept.default_ms - 1));
}

Row row_of(const SweptShape& swept, const SweepRun& run, int decimals) {
  const auto ms = [&](const std::optional<double>& time) { return time ? ms_text(*time, decimals) : std::string(); };
  if (!has_config(swept))
    return {.cells = {to_text(swept.shape), std::string(words(to_text(swept.state))), "", "", "", "", ""},
            .emphasized = false};
  return {.cells = {to_text(swept.shape), std::string(to_text(swept.state)), run.label(swept.config),
                    ms(swept.predicted_ms), ms(swept.median_ms), ms(swept.default_ms), gain(swept, run.default_config)},
          .emphasized = false};
}

Json json_of(const SweptShape& swept) {
  const auto ms = [](const std::optional<double>& time) { return time ? Json(*time) : Json(); };
  const bool found = has_config(swept);
  return {{"M", swept.shape.m},
          {"N", swept.shape.n},
          {"K", swept.shape.k},
          {"state", to_text(swept.state)},
          {"config", found ? to_json(swept.config) : Json()},
          {"median_ms", found ? Json(swept.median_ms) : Json()},
          {"default_ms", ms(swept.default_ms)},
          {"predicted_ms", ms(swept.predicted_ms)},
          {"samples", swept.samples},
          {"why_not", found ? Json() : Json(swept.why_not)}};
}

}  // namespace

std::string_view to_text(SweptState state) {
  switch (state) {
    case SweptState::tuned:
      return "tuned";
    case SweptState::known:
      return "known";
    case SweptState::no_valid_config:
      return "no_valid_config";
  }
  return "";
}

std::size_t count(const SweepRun& run, SweptState state) {
  return static_cast<std::size_t>(ranges::count(run.shapes, state, &SweptShape::state));
}

std::string sweep_table(const SweepRun& run, const Style& style) {
  std::string text =
      fmt::format("{} shapes on {} with {}: {} tuned, {} in the table already, {} without a valid config\n",
                  run.shapes.size(), run.gpu, run.backend, count(run, SweptState::tuned), count(run, SweptState::known),
                  count(run, SweptState::no_valid_config));
  text += fmt::format("default: {} ({})\n\n", run.label(run.default_config), run.default_origin);
  const std::vector<Column> columns{{"shape", Align::left}, {"state", Align::left}, {"config", Align::left},
                                    {"predicted ms"},       {"median ms"},          {"default ms"},
                                    {"vs default"}};
  const int decimals = decimals_of(run);
  std::vector<Row> rows;
  for (const SweptShape& swept : run.shapes) rows.push_back(row_of(swept, run, decimals));
  text += text_table(columns, rows, style);
  for (const SweptShape& swept : run.shapes)
    if (!has_config(swept))
      text += fmt::format("note: {}: {}\n", to_text(swept.shape), one_line(swept.why_not, kWidestReason));
  for (const std::string& note : run.notes) text += fmt::format("note: {}\n", note);
  return text;
}

std::string sweep_json(const SweepRun& run) {
  Json shapes = Json::array();
  for (const SweptShape& swept : run.shapes) shapes.push_back(json_of(swept));
  return json_text({{"schema", "tilewright.sweep/1"},
                    {"gpu", run.gpu},
                    {"backend", run.backend},
                    {"default", to_json(run.default_config)},
                    {"counts",
                     {{"shapes", run.shapes.size()},
                      {"tuned", count(run, SweptState::tuned)},
                      {"known", count(run, SweptState::known)},
                      {"no_valid_config", count(run, SweptState::no_valid_config)}}},
                    {"shapes", shapes},
                    {"notes", run.notes}});
}

std::string sweep_csv(const SweepRun& run) {
  const Config::Names& names = run.default_config.names();
  std::vector<std::string> fields{"M", "N", "K", "state"};
  fields.insert(fields.end(), names.begin(), names.end());
  for (const char* name : {"median_ms", "default_ms", "predicted_ms", "samples", "why_not"}) fields.emplace_back(name);
  std::string text = csv_line(fields);
  for (const SweptShape& swept : run.shapes) {
    const auto ms = [&](const std::optional<double>& time) { return time ? fmt::format("{}", *time) : std::string(); };
    fields = {fmt::format("{}", swept.shape.m), fmt::format("{}", swept.shape.n), fmt::format("{}", swept.shape.k),
              std::string(to_text(swept.state))};
    for (const std::string& name : names) {
      const Value* const value = swept.config.find(name);
      fields.push_back(value == nullptr ? "" : tilewright::to_text(*value));
    }
    fields.push_back(has_config(swept) ? fmt::format("{}", swept.median_ms) : "");
    fields.push_back(ms(swept.default_ms));
    fields.push_back(ms(swept.predicted_ms));
    fields.push_back(fmt::format("{}", swept.samples));
    fields.push_back(swept.why_not);
    text += csv_line(fields);
  }
  return text;
}

}  // namespace tilewright::report
