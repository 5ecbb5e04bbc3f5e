#include "sim/mersenne_twister.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tilewright::sim {
namespace {

std::vector<std::uint32_t> words(std::uint64_t seed, std::size_t count) {
  MersenneTwister generator(seed);
  std::vector<std::uint32_t> all;
  while (all.size() < count) {
    const MersenneTwister::Block block = generator.next_block();
    all.insert(all.end(), block.begin(), block.end());
  }
  return all;
}

/// Words of CPython 3.11, `random.Random(seed).getrandbits(32)`.
struct Known {
  std::uint64_t seed;
  std::uint32_t first, second, last_of_block, first_of_next, word_1999;
};

TEST(MersenneTwister, gives_the_words_of_cpython) {
  for (const Known& known : {
           Known{0, 0xd82c07cd, 0x629f6fbe, 0x8e751eb7, 0x84dd6da6, 0xe8ef99e9},
           Known{1, 0x2265b1f5, 0x91b7584a, 0x2fd2f792, 0x51158de5, 0x3f10c021},
           Known{42, 0xa3b1799d, 0x1c80317f, 0xae9bec36, 0x3fe12e47, 0x5cd8fe1a},
           Known{4294967295, 0xa2a6c909, 0x9e9c04f4, 0x8d000f94, 0x7fca96a2, 0x9d68bdd3},
           Known{4294967296, 0x1ced31d7, 0x59ef8bbc, 0x728a947e, 0x839f5ba0, 0xf674a066},
           Known{4294967297, 0x3b1e6e85, 0x804005d4, 0x69bea7c5, 0xbe46c66a, 0x1bdc8568},
           Known{9223372036854775807, 0x510fa39f, 0xa81394c8, 0x4d51e1af, 0x923d5183, 0x26334a7b},
           Known{18446744073709551615U, 0x05965e7e, 0x3faff328, 0xa6e0bc04, 0xd66a94bb, 0xf56f6509},
           Known{0xdeadbeefcafef00d, 0xe0b34764, 0xb0c65db8, 0x0d64a4f9, 0x2ec3c05a, 0x50a96d12},
       }) {
    const std::vector<std::uint32_t> actual = words(known.seed, 2000);
    EXPECT_EQ(actual[0], known.first) << "seed " << known.seed;
    EXPECT_EQ(actual[1], known.second) << "seed " << known.seed;
    EXPECT_EQ(actual[623], known.last_of_block) << "seed " << known.seed;
    EXPECT_EQ(actual[624], known.first_of_next) << "seed " << known.seed;
    EXPECT_EQ(actual[1999], known.word_1999) << "seed " << known.seed;
  }
}

TEST(MersenneTwister, gives_the_uniforms_of_cpython) {
  const std::vector<std::uint32_t> word = words(0, 6);
  EXPECT_EQ(uniform(word[0], word[1]), 0.8444218515250481);
  EXPECT_EQ(uniform(word[2], word[3]), 0.7579544029403025);
  EXPECT_EQ(uniform(word[4], word[5]), 0.420571580830845);
}

TEST(Uniform, goes_from_0_to_just_below_1) {
  EXPECT_EQ(uniform(0, 0), 0);
  EXPECT_EQ(uniform(31, 63), 0);  // the lowest bits are not used
  EXPECT_EQ(uniform(0, 64), 0x1p-53);
  EXPECT_EQ(uniform(32, 0), 0x1p-27);
  EXPECT_EQ(uniform(0xffffffff, 0xffffffff), 1 - 0x1p-53);
}

}  // namespace
}  // namespace tilewright::sim
