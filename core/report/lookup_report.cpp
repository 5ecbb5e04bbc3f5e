#include "core/report/lookup_report.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/report/csv.hpp"
#include "core/report/detail/json_text.hpp"
#include "core/report/milliseconds.hpp"

namespace tilewright::report {
namespace {

Json json_of(const gemm::GemmShape& shape) { return {{"M", shape.m}, {"N", shape.n}, {"K", shape.k}}; }

Json json_of(const KnownShape& known) {
  const auto ms = [](const std::optional<double>& time) { return time ? Json(*time) : Json(); };
  Json json = json_of(known.shape);
  json["median_ms"] = known.median_ms;
  json["default_ms"] = ms(known.default_ms);
  json["predicted_ms"] = ms(known.predicted_ms);
  return json;
}

std::string times_of(const KnownShape& known) {
  const int decimals = decimals_for(std::vector{known.median_ms});
  std::string text = fmt::format("median {} ms", ms_text(known.median_ms, decimals));
  if (known.default_ms) text += fmt::format(", default {} ms", ms_text(*known.default_ms, decimals));
  if (known.predicted_ms) text += fmt::format(", predicted {} ms", ms_text(*known.predicted_ms, decimals));
  return text;
}

/// How it was found, in a sentence.
std::string how(const LookupResult& result) {
  if (result.found == "exact") return "exact: measured on this shape";
  if (result.found == "nearest")
    return fmt::format("nearest: measured on {}, distance {:.3g} (doublings of M, N and K together)",
                       to_text(result.known->shape), result.distance);
  return result.known ? "default: faster on this shape than the pick" : "default: nothing nearer can run";
}

}  // namespace

std::string lookup_table(const LookupResult& result, const Style& /*style*/) {
  std::string text = fmt::format("{} on {}: {}\nfound:    {}\nconfig:   {}\n", to_text(result.shape), result.gpu,
                                 result.label, how(result), to_text(result.config));
  if (result.known) text += fmt::format("measured: {}\n", times_of(*result.known));
  return text;
}

std::string lookup_json(const LookupResult& result) {
  return json_text({{"schema", "tilewright.lookup/1"},
                    {"shape", json_of(result.shape)},
                    {"gpu", result.gpu},
                    {"found", result.found},
                    {"distance", result.distance},
                    {"config", to_json(result.config)},
                    {"measured", result.known ? json_of(*result.known) : Json()}});
}

std::string lookup_csv(const LookupResult& result) {
  std::vector<std::string> names{"M", "N", "K", "found", "distance"};
  const auto number = [](auto value) { return fmt::format("{}", value); };
  std::vector<std::string> fields{number(result.shape.m), number(result.shape.n), number(result.shape.k), result.found,
                                  number(result.distance)};
  for (std::size_t i = 0; i < result.config.size(); ++i) {
    names.push_back(result.config.names()[i]);
    fields.push_back(to_text(result.config.values()[i]));
  }
  const auto add = [&](const char* name, const std::optional<double>& value) {
    names.emplace_back(name);
    fields.push_back(value ? number(*value) : "");
  };
  const auto& known = result.known;
  for (const auto& [name, size] : {std::pair("measured_M", &gemm::GemmShape::m),
                                   {"measured_N", &gemm::GemmShape::n},
                                   {"measured_K", &gemm::GemmShape::k}}) {
    names.emplace_back(name);
    fields.push_back(known ? number(known->shape.*size) : "");
  }
  add("median_ms", known ? std::optional(known->median_ms) : std::nullopt);
  add("default_ms", known ? known->default_ms : std::nullopt);
  add("predicted_ms", known ? known->predicted_ms : std::nullopt);
  return csv_line(names) + csv_line(fields);
}

}  // namespace tilewright::report
