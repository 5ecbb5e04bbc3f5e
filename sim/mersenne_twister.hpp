#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tilewright::sim {

/// A uniform double in [0, 1) from two words of 32 bits: the upper 27 and 26 bits of them, over 2^53.
[[gnu::always_inline]] inline double uniform(std::uint32_t a, std::uint32_t b) {
  // By way of int: processors turn signed 32-bit integers into doubles in one step.
  const auto high = static_cast<double>(static_cast<std::int32_t>(a >> 5));
  const auto low = static_cast<double>(static_cast<std::int32_t>(b >> 6));
  return (high * 0x1p26 + low) * 0x1p-53;
}

/// MT19937, seeded as CPython's `random.Random(seed)` is: the same words for the same seed.
///
/// Source: Matsumoto and Nishimura, Mersenne Twister, ACM TOMACS 8, 1998, and their mt19937ar of 2002 (init_by_array).
class MersenneTwister {
 public:
  static constexpr std::size_t kBlockWords = 624;
  using Block = std::array<std::uint32_t, kBlockWords>;

  explicit MersenneTwister(std::uint64_t seed);

  /// The next 624 words.
  [[nodiscard]] Block next_block();

 private:
  void advance();

  /// One more than a block: the last word's successor is the first word of the next state.
  std::array<std::uint32_t, kBlockWords + 1> state_{};
};

}  // namespace tilewright::sim
