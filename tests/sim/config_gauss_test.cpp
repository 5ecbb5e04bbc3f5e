#include "sim/config_gauss.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace tilewright::sim {
namespace {

constexpr std::uint64_t kHash = 0xffc1fbb856cfaf29;  // content_hash of BM=128 BN=256 BK=32 num_warps=8 num_stages=2

std::vector<double> gauss(std::uint64_t seed, std::uint64_t hash, std::uint64_t first, std::size_t count) {
  std::vector<double> values(count);
  config_gauss(seed, hash, first, values);
  return values;
}

TEST(ConfigGauss, is_these_bits) {
  EXPECT_EQ(gauss(0, 0, 0, 4),
            (std::vector{-0x1.5065e2d52950ap+0, 0x1.ef001fbfcc82dp-1, 0x1.83f472a6b9552p+0, -0x1.116fd3c2d6139p-2}));
  EXPECT_EQ(gauss(0, kHash, 0, 10),
            (std::vector{0x1.d783f68c22038p-4, -0x1.23bc1963b30abp+0, 0x1.193483be7e6eap+0, -0x1.cd6b3a23d963dp+0,
                         0x1.10c078657cb7bp+1, -0x1.0105b263b99f6p+0, -0x1.4a122979b4c61p-1, -0x1.6d52da7ef57dcp-2,
                         0x1.64e5f7213868ep-1, -0x1.f9d8048279bc8p-1}));
}

TEST(ConfigGauss, uses_all_64_bits_of_seed_and_number) {
  // From the definition, in Python: Philox4x32-10 in integers, then math.log, math.cos and math.sin.
  EXPECT_NEAR(gauss(9223372036854775807, kHash, 1000000000001, 1)[0], 0.5174783055588716, 1e-15);
}

RC_GTEST_PROP(ConfigGauss, does_not_depend_on_how_the_numbers_are_asked_for, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto hash = *rc::gen::arbitrary<std::uint64_t>();
  const auto count = *rc::gen::inRange<std::size_t>(1, 60);
  const auto first = *rc::gen::inRange<std::uint64_t>(0, 1ULL << 40);
  const auto split = *rc::gen::inRange<std::size_t>(0, count + 1);

  const std::vector<double> whole = gauss(seed, hash, first, count);
  std::vector<double> parts = gauss(seed, hash, first, split);
  const std::vector<double> rest = gauss(seed, hash, first + split, count - split);
  parts.insert(parts.end(), rest.begin(), rest.end());
  RC_ASSERT(parts == whole);
}

TEST(ConfigGauss, differs_with_seed_config_and_number) {
  std::vector<double> all;
  for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32})
    for (const std::uint64_t hash : {0ULL, 1ULL, 1ULL << 32}) {
      const std::vector<double> values = gauss(seed, hash, 0, 100);
      all.insert(all.end(), values.begin(), values.end());
    }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST(ConfigGauss, has_mean_0_and_deviation_1_over_configs) {
  const std::uint64_t configs = 100000;
  double sum = 0;
  double squares = 0;
  for (std::uint64_t hash = 0; hash < configs; ++hash) {
    const double value = gauss(0, hash, 0, 1)[0];
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / static_cast<double>(configs), 0, 0.015);  // 5 standard errors
  EXPECT_NEAR(squares / static_cast<double>(configs), 1, 0.025);
}

}  // namespace
}  // namespace tilewright::sim
