#include "core/formats/launch_match.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

constexpr double kMostCount = 1e15;  // of CTAs or threads: beyond any grid, and exact in a double

/// Bytes of one CTA, in the units that `ncu` gives them.
std::optional<double> smem_bytes(const NcuLaunch& launch) {
  struct Unit {
    std::string_view name;
    double bytes;
  };
  constexpr std::array kUnits{Unit{"byte", 1}, Unit{"byte/block", 1}, Unit{"Kbyte/block", 1e3},
                              Unit{"Mbyte/block", 1e6}};
  for (const char* name : {"launch__shared_mem_per_block_dynamic", "Dynamic Shared Memory Per Block"}) {
    const NcuMetric* metric = launch.find(name);
    if (metric == nullptr) continue;
    const auto* const unit = std::ranges::find(kUnits, metric->unit, &Unit::name);
    if (unit != kUnits.end()) return metric->value * unit->bytes;
  }
  return std::nullopt;
}

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/// Whether `name` has `tile` in it, and not as a part of longer numbers.
bool says(std::string_view name, std::string_view tile) {
  for (std::size_t at = name.find(tile); at != name.npos; at = name.find(tile, at + 1)) {
    const std::size_t end = at + tile.size();
    if ((at == 0 || !is_digit(name[at - 1])) && (end == name.size() || !is_digit(name[end]))) return true;
  }
  return false;
}

}  // namespace

std::optional<std::int64_t> dimension_product(std::string_view dimensions) {
  dimensions = trimmed(dimensions);
  if (dimensions.starts_with('(') && dimensions.ends_with(')'))
    dimensions = dimensions.substr(1, dimensions.size() - 2);
  double product = 1;
  int count = 0;
  while (!dimensions.empty()) {
    const auto size = parse_number(take_part(dimensions, ','));
    const bool possible = size && *size >= 1 && *size <= kMostCount && *size == std::floor(*size);
    if (!possible) return std::nullopt;
    product *= *size;
    ++count;
  }
  if (count != 3 || product > kMostCount) return std::nullopt;
  return static_cast<std::int64_t>(product);
}

std::vector<std::size_t> matches(const NcuLaunch& launch, std::span<const LaunchShape> shapes) {
  const auto ctas = dimension_product(launch.grid);
  const auto threads = dimension_product(launch.block);
  const auto smem = smem_bytes(launch);
  std::vector<std::size_t> fitting;
  std::vector<std::size_t> named;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const LaunchShape& shape = shapes[i];
    if (ctas != shape.ctas || threads != shape.threads) continue;
    // `ncu` rounds what it shows in Kbyte to 10 bytes.
    if (smem && std::abs(*smem - static_cast<double>(shape.smem_bytes)) >= 10) continue;
    fitting.push_back(i);
    if (says(launch.kernel, shape.tile)) named.push_back(i);
  }
  return named.empty() ? fitting : named;
}

}  // namespace tilewright::formats
