#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/refusals.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

void check(const Config::Names& names) {
  std::vector<std::string_view> ascending(names.begin(), names.end());
  std::ranges::sort(ascending);
  if (!ascending.empty() && ascending.front().empty()) throw RecordFault("a field has no name");
  const auto twice = std::ranges::adjacent_find(ascending);
  if (twice != ascending.end()) throw RecordFault(fmt::format("field {} is there twice", shown(*twice)));
}

}  // namespace

void NamedValues::add(std::string_view name, Value value) {
  const Config::Names& cached = *cache_.names_;
  if (added_.empty() && same_ < cached.size() && cached[same_] == name)
    ++same_;
  else
    added_.emplace_back(name);
  const double* real = std::get_if<double>(&value);
  if (real == nullptr || std::isfinite(*real))
    values_.push_back(std::move(value));
  else
    values_.emplace_back(std::isnan(*real) ? "NaN" : *real > 0 ? "Infinity" : "-Infinity");
}

Config NamedValues::take() && {
  std::shared_ptr<const Config::Names>& cached = cache_.names_;
  if (same_ < cached->size() || !added_.empty()) {
    Config::Names names(cached->begin(), cached->begin() + static_cast<std::ptrdiff_t>(same_));
    std::ranges::move(added_, std::back_inserter(names));
    check(names);
    cached = std::make_shared<const Config::Names>(std::move(names));
  }
  return {cached, std::move(values_)};
}

}  // namespace tilewright::formats
