#include "sim/gauss.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace tilewright::sim {
namespace {

std::vector<double> gauss(std::uint64_t seed, std::size_t count) {
  GaussStream stream(seed);
  std::vector<double> values(count);
  for (double& value : values) value = stream.next();
  return values;
}

TEST(GaussStream, gives_the_published_figures) {
  const std::vector<double> values = gauss(0, 3);
  EXPECT_NEAR(0.03 * values[0], 0.02825146214041993, 1e-17);
  EXPECT_NEAR(0.03 * values[1], -0.04189734314103449, 1e-17);
  EXPECT_NEAR(0.03 * values[2], -0.02039143344235263, 1e-17);
}

TEST(GaussStream, gives_those_of_cpython) {
  // random.Random(seed).gauss(0, 1) of CPython 3.11 with glibc: numbers 0 to 3 and 999.
  struct Known {
    std::uint64_t seed;
    double values[5];
  };
  for (const Known& known : {
           Known{
               0,
               {0.9417154046806644, -1.3965781047011498, -0.6797144480784211, 0.3705035674606598, -0.3631133492369059}},
           Known{7,
                 {-0.2558802884476004, 0.511431512516514, -0.2260961647831047, -0.3150684223311854,
                  -0.024018627247885845}},
           Known{1ULL << 40,
                 {1.1852539842870249, 0.9032552118572966, -0.88720293857605, 0.44049665684912925, 0.20778879704198158}},
       }) {
    const std::vector<double> values = gauss(known.seed, 1000);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(values[i], known.values[i], 1e-15) << known.seed;
    EXPECT_NEAR(values[999], known.values[4], 1e-15) << known.seed;
  }
}

TEST(GaussStream, is_these_bits) {
  const auto fold = [](std::uint64_t seed) {
    std::uint64_t hash = 0;
    for (const double value : gauss(seed, 1000)) hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3;
    return hash;
  };
  EXPECT_EQ(fold(0), 0x42f98aa97180a4ce);
  EXPECT_EQ(fold(7), 0x57326595a2995826);
  EXPECT_EQ(fold(1ULL << 40), 0x1620ec34cdce46da);
}

TEST(GaussStream, has_mean_0_and_deviation_1) {
  const std::size_t count = 100000;
  double sum = 0;
  double squares = 0;
  for (const double value : gauss(3, count)) {
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / static_cast<double>(count), 0, 0.015);  // 5 standard errors
  EXPECT_NEAR(squares / static_cast<double>(count), 1, 0.025);
}

TEST(GaussGroup, stays_finite_at_both_ends_of_the_uniforms) {
  std::array<std::uint32_t, kGaussWords> words;
  std::array<double, kGaussValues> values;
  words.fill(0);
  gauss_group(words, values);
  for (const double value : values) EXPECT_EQ(value, 0);  // log(1) is 0
  words.fill(0xffffffff);
  gauss_group(words, values);
  for (const double value : values) EXPECT_TRUE(std::isfinite(value));
  EXPECT_LE(*std::max_element(values.begin(), values.end()), kLargestGauss);
  EXPECT_GT(*std::max_element(values.begin(), values.end()), 8.57);
}

}  // namespace
}  // namespace tilewright::sim
