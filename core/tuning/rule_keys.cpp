#include "core/tuning/rule_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>

#include "core/error.hpp"
#include "core/stats/quantile.hpp"
#include "core/stats/summary.hpp"
#include "core/tuning/rule_ties.hpp"

namespace tilewright::rules {
namespace {

/// Nothing when the config lacks the parameter or has text there.
std::optional<double> parameter_of(const Config& config, std::string_view name) {
  struct Visitor {
    std::optional<double> operator()(bool flag) const { return flag ? 1 : 0; }
    std::optional<double> operator()(std::int64_t integer) const { return static_cast<double>(integer); }
    std::optional<double> operator()(double real) const { return real; }
    std::optional<double> operator()(const std::string&) const { return std::nullopt; }
  };
  const Value* value = config.find(name);
  return value == nullptr ? std::nullopt : std::visit(Visitor{}, *value);
}

bool comes_before(std::span<const Key> keys, const Contender& a, const Contender& b) {
  for (const Key& key : keys) {
    const double value_a = value_of(key, a);
    const double value_b = value_of(key, b);
    if (value_a != value_b) return key.more_is_better ? value_a > value_b : value_a < value_b;
  }
  return is_lesser(a, b);
}

}  // namespace

void check_contenders(std::string_view rule, std::span<const Key> keys, std::span<const Contender> contenders) {
  for (const Key& key : keys) {
    if (key.kind != KeyKind::parameter) continue;
    for (const Contender& contender : contenders) {
      const Config& config = contender.trial->config;
      if (!parameter_of(config, key.name))
        throw Error(
            ErrorKind::bad_argument,
            fmt::format("rule '{}' orders by '{}', which config '{}' {}; order by a number that every config has", rule,
                        key.name, to_text(config), config.find(key.name) ? "has as text" : "lacks"));
    }
  }
}

double value_of(const Key& key, const Contender& contender) {
  switch (key.kind) {
    case KeyKind::percentile:
      return stats::quantile_of_sorted(contender.sorted_ms, key.percentile / 100);
    case KeyKind::mean:
      return stats::mean(contender.sorted_ms);
    case KeyKind::min:
      return contender.sorted_ms.front();
    case KeyKind::smem:
      return static_cast<double>(contender.trial->resources.smem_bytes);
    case KeyKind::registers:
      return static_cast<double>(contender.trial->resources.registers);
    case KeyKind::parameter:
      break;
  }
  const std::optional<double> value = parameter_of(contender.trial->config, key.name);
  assert(value);
  return *value;
}

std::size_t first_by(std::span<const Key> keys, std::span<const Contender> contenders,
                     std::span<const std::size_t> positions) {
  return *std::min_element(positions.begin(), positions.end(), [&](std::size_t a, std::size_t b) {
    return comes_before(keys, contenders[a], contenders[b]);
  });
}

}  // namespace tilewright::rules
