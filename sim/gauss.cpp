#include "sim/gauss.hpp"

#include <cmath>

#include "sim/portable_math.hpp"

namespace tilewright::sim {

void gauss_group(std::span<const std::uint32_t, kGaussWords> words, std::span<double, kGaussValues> values) {
  constexpr double kTwoPi = 0x1.921fb54442d18p+2;
  for (std::size_t pair = 0; pair < kGaussValues / 2; ++pair) {
    const std::uint32_t* word = &words[4 * pair];
    const double angle = uniform(word[0], word[1]) * kTwoPi;
    const double radius = std::sqrt(-2.0 * portable::log(1.0 - uniform(word[2], word[3])));
    const portable::SinCos direction = portable::sin_cos(angle);
    values[2 * pair] = direction.cos * radius;
    values[2 * pair + 1] = direction.sin * radius;
  }
}

void GaussStream::refill() {
  if (next_word_ == words_.size()) {
    words_ = generator_.next_block();
    next_word_ = 0;
  }
  const std::span<const std::uint32_t> words(words_);
  gauss_group(words.subspan(next_word_).first<kGaussWords>(), values_);
  next_word_ += kGaussWords;
  next_value_ = 0;
}

}  // namespace tilewright::sim
