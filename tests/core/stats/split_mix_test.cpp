#include "core/stats/split_mix.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <vector>

namespace tilewright::stats {
namespace {

TEST(SplitMix64, GivesThePublishedNumbers) {
  SplitMix64 zero(0);
  EXPECT_EQ(zero.next(), 0xe220a8397b1dcdafU);
  EXPECT_EQ(zero.next(), 0x6e789e6aa1b965f4U);
  EXPECT_EQ(zero.next(), 0x06c45d188009454fU);
  SplitMix64 other(1234567);
  EXPECT_EQ(other.next(), 6457827717110365317U);
  EXPECT_EQ(other.next(), 3203168211198807973U);
}

TEST(SplitMix64, DrawsBelowABound) {
  SplitMix64 random(7);
  std::vector<std::uint32_t> drawn;
  for (int i = 0; i < 12; ++i) drawn.push_back(random.below(10));
  EXPECT_EQ(drawn, (std::vector<std::uint32_t>{3, 0, 9, 5, 4, 2, 4, 3, 1, 4, 1, 9}));
}

TEST(SplitMix64, DrawsAgainWhatWouldFavourSomeResults) {
  SplitMix64 random(7);  // the 1st, 5th and 6th number of this seed are refused for this bound
  EXPECT_EQ(random.below(0x80000001), 36052587U);
  EXPECT_EQ(random.below(0x80000001), 1934368832U);
  EXPECT_EQ(random.below(0x80000001), 1251833272U);
  EXPECT_EQ(random.below(0x80000001), 1004921424U);
}

TEST(SplitMix64, FavoursNoResult) {
  constexpr int kDraws = 70000;
  std::array<int, 7> counts{};
  SplitMix64 random(1);
  for (int i = 0; i < kDraws; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 7, 400);  // 4.3 standard deviations of 93
}

RC_GTEST_PROP(SplitMix64, StaysBelowTheBound, (std::uint64_t seed)) {
  const auto bound = *rc::gen::inRange<std::uint32_t>(1, 0xffffffff);
  SplitMix64 random(seed);
  for (int i = 0; i < 20; ++i) RC_ASSERT(random.below(bound) < bound);
}

}  // namespace
}  // namespace tilewright::stats
