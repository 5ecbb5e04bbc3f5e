#pragma once

#include <cstdint>
#include <span>

namespace tilewright::sim {

/// Standard Gaussians number `first`, `first` + 1, ... of a config, as many as `values` has: a pure function of seed,
/// config and number, so that any of them can be had at any time, in any order and on any thread.
///
/// `config_hash` is the config's `content_hash`. Two numbers share one Philox4x32-10 block: the key is the seed, the
/// counter is number / 2 and then the hash, each lower half first.
void config_gauss(std::uint64_t seed, std::uint64_t config_hash, std::uint64_t first, std::span<double> values);

}  // namespace tilewright::sim
