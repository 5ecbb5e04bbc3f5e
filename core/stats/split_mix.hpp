#pragma once

#include <cassert>
#include <cstdint>

namespace tilewright::stats {

/// SplitMix64: a counter through a mixing function, so the n-th number depends on the seed and n alone. Source: Steele,
/// Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014; constants of Vigna's splitmix64.c.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : counter_(seed) {}

  [[nodiscard]] constexpr std::uint64_t next() {
    std::uint64_t mixed = counter_ += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

  /// One of 0 to `bound` - 1, each as likely; `bound` from 1. Source: Lemire, Fast Random Integer Generation in an
  /// Interval, 2019: the upper half of a product, drawn again in the few cases that would favour some results.
  [[nodiscard]] constexpr std::uint32_t below(std::uint32_t bound) {
    assert(bound > 0);
    while (true) {
      const std::uint64_t product = (next() >> 32) * bound;
      const auto low = static_cast<std::uint32_t>(product);
      // Fair from 2^32 mod bound on; that is less than bound, so the division is seldom needed.
      if (low >= bound || low >= (0 - bound) % bound) return static_cast<std::uint32_t>(product >> 32);
    }
  }

 private:
  std::uint64_t counter_;
};

}  // namespace tilewright::stats
