#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/mersenne_twister.hpp"

namespace tilewright::sim {

/// Words that make 8 Gaussians: 4 for each pair of them.
inline constexpr std::size_t kGaussWords = 16;
inline constexpr std::size_t kGaussValues = 8;

/// No Gaussian from here is farther from 0: sqrt(-2 * log(2^-53)).
inline constexpr double kLargestGauss = 8.58;

/// 8 standard Gaussians from 16 uniform words, by Box and Muller's method as CPython's `random.gauss` has it: of words
/// a, b, c, d the uniforms u(a, b) and u(c, d) give cos(2 pi u(a, b)) * r and then sin(2 pi u(a, b)) * r with
/// r = sqrt(-2 log(1 - u(c, d))).
void gauss_group(std::span<const std::uint32_t, kGaussWords> words, std::span<double, kGaussValues> values);

/// The Gaussians of CPython's `random.Random(seed)`: `sigma * next()` is what `gauss(0, sigma)` returns there, to the
/// last bits, and the same bytes on every platform.
class GaussStream {
 public:
  explicit GaussStream(std::uint64_t seed) : generator_(seed) {}

  [[nodiscard]] double next() {
    if (next_value_ == values_.size()) refill();
    return values_[next_value_++];
  }

 private:
  static_assert(MersenneTwister::kBlockWords % kGaussWords == 0, "a group never needs words of two blocks");

  void refill();

  MersenneTwister generator_;
  MersenneTwister::Block words_{};
  std::size_t next_word_ = MersenneTwister::kBlockWords;
  std::array<double, kGaussValues> values_{};
  std::size_t next_value_ = kGaussValues;
};

}  // namespace tilewright::sim
