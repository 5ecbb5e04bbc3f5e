#include "sim/config_gauss.hpp"

#include <algorithm>
#include <array>

#include "sim/gauss.hpp"
#include "sim/philox.hpp"

namespace tilewright::sim {
namespace {

constexpr std::uint32_t low(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
constexpr std::uint32_t high(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }

using Group = std::array<double, kGaussValues>;

/// The config's Gaussians number 8 * `index` to 8 * `index` + 7.
Group group_at(std::uint64_t seed, std::uint64_t config_hash, std::uint64_t index) {
  constexpr std::size_t kBlocks = kGaussValues / 2;
  std::array<std::uint32_t, kGaussWords> words;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const std::uint64_t counter = kBlocks * index + block;
    const PhiloxCounter random =
        philox4x32({low(counter), high(counter), low(config_hash), high(config_hash)}, {low(seed), high(seed)});
    std::copy(random.begin(), random.end(), words.begin() + 4 * block);
  }
  Group group;
  gauss_group(words, group);
  return group;
}

}  // namespace

void config_gauss(std::uint64_t seed, std::uint64_t config_hash, std::uint64_t first, std::span<double> values) {
  while (!values.empty()) {
    const Group group = group_at(seed, config_hash, first / kGaussValues);
    const std::size_t skipped = first % kGaussValues;
    const std::size_t taken = std::min(kGaussValues - skipped, values.size());
    std::copy_n(group.begin() + skipped, taken, values.begin());
    values = values.subspan(taken);
    first += taken;
  }
}

}  // namespace tilewright::sim
