#include "backends/cuda/facts.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "core/stats/quantile.hpp"

namespace tilewright::backends {
namespace {

using cuda::Conditions;

struct Facts {
  Config::Names names = {};
  std::vector<Value> values = {};

  void add(const char* name, Value value) {
    names.emplace_back(name);
    values.push_back(std::move(value));
  }
  [[nodiscard]] Config config() && {
    return {std::make_shared<const Config::Names>(std::move(names)), std::move(values)};
  }
};

/// What was read of one kind, ascending; without the zeros, which stand for nothing.
std::vector<double> readings(std::span<const Conditions> conditions, double Conditions::*kind) {
  std::vector<double> known;
  for (const Conditions& each : conditions)
    if (each.*kind > 0) known.push_back(each.*kind);
  return stats::sorted(known);
}

void add_median(Facts& facts, const char* name, const std::vector<double>& ascending) {
  if (!ascending.empty()) facts.add(name, stats::quantile_of_sorted(ascending, 0.5));
}

void add_conditions(Facts& facts, std::span<const Conditions> conditions, Calls calls) {
  if (conditions.empty()) return;
  if (calls == Calls::last) conditions = conditions.last(1);
  const std::vector<double> sm_mhz = readings(conditions, &Conditions::sm_mhz);
  add_median(facts, "sm_mhz_median", sm_mhz);
  if (!sm_mhz.empty()) {
    facts.add("sm_mhz_min", sm_mhz.front());
    facts.add("sm_mhz_max", sm_mhz.back());
  }
  add_median(facts, "power_w", readings(conditions, &Conditions::power_w));
  add_median(facts, "temperature_c", readings(conditions, &Conditions::temperature_c));
  std::int64_t retaken = 0;
  for (const Conditions& each : conditions) retaken += each.retaken;
  facts.add("retaken", retaken);
  facts.add("low_clock", std::ranges::any_of(conditions, &Conditions::low_clock));
}

}  // namespace

Config facts(const Cuda& backend, const Config& config, Calls calls) {
  const auto record = backend.record(config);
  if (!record) return {};
  Facts facts;
  facts.add("registers", record->usage.registers);
  facts.add("spill_bytes", record->usage.spill_store_bytes + record->usage.spill_load_bytes);
  facts.add("smem_bytes", record->usage.static_smem_bytes + record->dynamic_smem_bytes);
  facts.add("compile_ms", record->compile_ms);
  facts.add("from_cache", record->from_cache);
  if (record->largest_error) facts.add("largest_error", *record->largest_error);
  add_conditions(facts, record->conditions, calls);
  return std::move(facts).config();
}

Config facts(const CublasLt& backend, const Config& config, Calls calls) {
  Facts facts;
  facts.add("algorithm", backend.description(config));
  if (const auto error = backend.largest_error(config)) facts.add("largest_error", *error);
  add_conditions(facts, backend.conditions(config), calls);
  return std::move(facts).config();
}

}  // namespace tilewright::backends
