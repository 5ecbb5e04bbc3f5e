#include "sim/fault.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"

namespace tilewright::sim {
namespace {

bool holds(const Fault& fault, const std::string& name, const Value& wanted, const Config& config) {
  const Value* value = config.find(name);
  if (value == nullptr || value->index() != wanted.index())
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("simulated fault '{}' can never meet config '{}': {} is {}; use a name and a type of the space",
                    to_text(fault), to_text(config), name, value == nullptr ? "missing" : "of another type"));
  return *value == wanted;
}

bool meets(const Fault& fault, const Config& config) {
  bool all = true;
  // To the end, so that a fault that cannot be right is found whatever comes before.
  for (std::size_t i = 0; i < fault.match.size(); ++i)
    all = holds(fault, fault.match.names()[i], fault.match.values()[i], config) && all;
  return all;
}

}  // namespace

std::string to_text(const Fault& fault) {
  if (fault.match.size() == 0) return fmt::format("{} everywhere", to_text(fault.kind));
  return fmt::format("{} where {}", to_text(fault.kind), to_text(fault.match));
}

std::optional<Failure> failure_of(std::span<const Fault> faults, const Config& config) {
  const auto fault = std::find_if(faults.begin(), faults.end(), [&](const Fault& f) { return meets(f, config); });
  if (fault == faults.end()) return std::nullopt;
  return Failure{fault->kind, fault->text.empty() ? "simulated: " + to_text(*fault) : fault->text};
}

}  // namespace tilewright::sim
