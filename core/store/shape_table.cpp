#include "core/store/shape_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/gemm/gpu_fields.hpp"
#include "core/store/lookup/table_reader.hpp"

namespace tilewright::store {
namespace {

using Json = nlohmann::ordered_json;

bool lies_before(const lookup::Entry& entry, const lookup::Shape& shape) { return entry.shape < shape; }

std::string text_of(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string text_of(const std::optional<double>& time_ms) { return time_ms ? text_of(Json(*time_ms)) : "null"; }

/// `{"BM": 128, "BN": 256}`
std::string text_of(const lookup::Fields& fields) {
  std::string text;
  for (const auto& [name, value] : fields)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", text_of(Json(name)),
                        std::visit([](const auto& one) { return text_of(Json(one)); }, value));
  return "{" + text + "}";
}

std::string text_of(const lookup::Entry& entry, const std::string& config) {
  return fmt::format(
      R"({{"M": {}, "N": {}, "K": {}, "config": {}, "median_ms": {}, "default_ms": {}, "predicted_ms": {}, )"
      R"("samples": {}}})",
      entry.shape.m, entry.shape.n, entry.shape.k, config, text_of(Json(entry.median_ms)), text_of(entry.default_ms),
      text_of(entry.predicted_ms), entry.samples);
}

std::optional<std::string> difference(const char* part, const lookup::Fields& there, const lookup::Fields& wanted) {
  auto found = lookup::first_difference(there, wanted);
  if (!found)
    for (const auto& [name, value] : there)
      if (lookup::find(wanted, name) == nullptr)
        found = fmt::format("'{}' is {}, not there", name, lookup::text_of(value));
  return found ? std::optional(fmt::format("{} {}", part, *found)) : std::nullopt;
}

}  // namespace

lookup::Fields to_fields(const Config& config) {
  lookup::Fields fields;
  for (std::size_t i = 0; i < config.size(); ++i) fields.emplace_back(config.names()[i], config.values()[i]);
  return fields;
}

Config to_config(const lookup::Fields& fields) {
  Config::Names names;
  std::vector<Value> values;
  for (const auto& [name, value] : fields) {
    names.push_back(name);
    values.push_back(value);
  }
  return {std::make_shared<const Config::Names>(std::move(names)), std::move(values)};
}

lookup::Shape to_lookup(const gemm::GemmShape& shape) { return {shape.m, shape.n, shape.k}; }

gemm::GemmShape to_gemm(const lookup::Shape& shape) { return {.m = shape.m, .n = shape.n, .k = shape.k}; }

lookup::Fields device_fields(const gemm::GpuSpec& gpu) {
  lookup::Fields fields;
  for (const gemm::GpuField& field : gemm::kGpuFields)
    std::visit(
        [&](auto member) {
          if constexpr (std::is_same_v<decltype(member), int gemm::GpuSpec::*>)
            fields.emplace_back(field.name, std::int64_t{gpu.*member});
          else
            fields.emplace_back(field.name, gpu.*member);
        },
        field.member);
  return fields;
}

void put(lookup::Table& table, const lookup::Entry& entry) {
  const auto at = std::lower_bound(table.entries.begin(), table.entries.end(), entry.shape, lies_before);
  if (at != table.entries.end() && at->shape == entry.shape)
    *at = entry;
  else
    table.entries.insert(at, entry);
}

const lookup::Entry* find(const lookup::Table& table, const lookup::Shape& shape) {
  const auto at = std::lower_bound(table.entries.begin(), table.entries.end(), shape, lies_before);
  return at != table.entries.end() && at->shape == shape ? &*at : nullptr;
}

std::optional<std::string> why_not_together(const lookup::Table& table, const lookup::Table& wanted) {
  if (auto found = difference("key", table.key, wanted.key)) return found;
  if (auto found = difference("device", table.device, wanted.device)) return found;
  return difference("method", table.method, wanted.method);
}

std::string shape_table_text(const lookup::Table& table) {
  std::vector<std::string> configs;
  for (const lookup::Fields& config : table.configs) configs.push_back(text_of(config));
  std::string entries;
  for (const lookup::Entry& entry : table.entries)
    entries += fmt::format("{}\n    {}", entries.empty() ? "" : ",", text_of(entry, configs[entry.config]));
  return fmt::format(
      "{{\n  \"schema\": \"{}\",\n  \"key\": {},\n  \"method\": {},\n  \"device\": {},\n  \"default\": {},\n"
      "  \"entries\": [{}\n  ]\n}}\n",
      lookup::kTableSchema, text_of(table.key), text_of(table.method), text_of(table.device),
      configs[table.default_config], entries);
}

}  // namespace tilewright::store
