#include "sim/mersenne_twister.hpp"

namespace tilewright::sim {
namespace {

constexpr std::size_t kSize = MersenneTwister::kBlockWords;
constexpr std::size_t kShift = 397;

constexpr std::uint32_t mixed(std::uint32_t word) { return word ^ (word >> 30); }

/// init_genrand(19650218): where every seeding by array starts.
constexpr MersenneTwister::Block kInitialState = [] {
  MersenneTwister::Block state{};
  state[0] = 19650218;
  for (std::uint32_t i = 1; i < kSize; ++i) state[i] = 1812433253 * mixed(state[i - 1]) + i;
  return state;
}();

/// The seed's words, lowest first, each with its position added, as the first pass of init_by_array takes them in turn.
struct Key {
  explicit Key(std::uint64_t seed)
      : words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32) + 1},
        size(seed >> 32 == 0 ? 1 : 2) {}

  [[nodiscard]] std::uint32_t turn(std::size_t step) const { return words[step % size]; }

  std::array<std::uint32_t, 2> words;
  std::size_t size;
};

/// The state's next word but for the word `kShift` ahead: the upper bit of one word and the rest of its successor.
constexpr std::uint32_t twist(std::uint32_t word, std::uint32_t successor) {
  const std::uint32_t joined = (word & 0x80000000) | (successor & 0x7fffffff);
  return (joined >> 1) ^ ((0 - (successor & 1)) & 0x9908b0df);
}

constexpr std::uint32_t temper(std::uint32_t word) {
  word ^= word >> 11;
  word ^= (word << 7) & 0x9d2c5680;
  word ^= (word << 15) & 0xefc60000;
  return word ^ (word >> 18);
}

}  // namespace

MersenneTwister::MersenneTwister(std::uint64_t seed) {
  const Key key(seed);
  std::uint32_t previous = kInitialState[0];
  for (std::size_t i = 1; i < kSize; ++i)
    state_[i] = previous = (kInitialState[i] ^ (mixed(previous) * 1664525)) + key.turn(i - 1);

  // Both passes go once around without word 0, which stands for the last word; so this one begins at word 2.
  state_[1] = previous = (state_[1] ^ (mixed(previous) * 1664525)) + key.turn(kSize - 1);
  for (std::uint32_t i = 2; i < kSize; ++i) state_[i] = previous = (state_[i] ^ (mixed(previous) * 1566083941)) - i;
  state_[1] = (state_[1] ^ (mixed(previous) * 1566083941)) - 1;
  state_[0] = 0x80000000;
}

void MersenneTwister::advance() {
  // With the first word of the next state at hand in one place more, each loop has a multiple of 4 steps that do not
  // need each other, and becomes vector code.
  constexpr std::size_t kSplit = kSize - kShift + 1;
  state_[kSize] = state_[kShift] ^ twist(state_[0], state_[1]);
  for (std::size_t i = 0; i < kSplit; ++i) state_[i] = state_[i + kShift] ^ twist(state_[i], state_[i + 1]);
  for (std::size_t i = kSplit; i < kSize; ++i)
    state_[i] = state_[i - (kSize - kShift)] ^ twist(state_[i], state_[i + 1]);
}

MersenneTwister::Block MersenneTwister::next_block() {
  advance();
  Block block;
  for (std::size_t i = 0; i < kSize; ++i) block[i] = temper(state_[i]);
  return block;
}

}  // namespace tilewright::sim
