#include "core/tuning/problem.hpp"

#include <fmt/format.h>

#include <range/v3/algorithm/replace.hpp>

namespace tilewright {

std::string to_text(const Rejected& rejected) {
  std::string rule = rejected.rule;
  ranges::replace(rule, '_', ' ');
  if (!rejected.note.empty()) return fmt::format("{}: {}", rule, rejected.note);
  const std::string unit = rejected.unit.empty() ? "" : " " + rejected.unit;
  return fmt::format("{} {:.6g}{unit} > {:.6g}{unit}", rule, rejected.actual, rejected.limit, fmt::arg("unit", unit));
}

}  // namespace tilewright
