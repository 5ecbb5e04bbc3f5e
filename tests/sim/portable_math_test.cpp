#include "sim/portable_math.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "sim/mersenne_twister.hpp"

namespace tilewright::sim {
namespace {

/// Distance in units in the last place of `expected`.
double ulps(double actual, double expected) {
  if (actual == expected) return 0;
  const double next = std::nextafter(std::fabs(expected), std::numeric_limits<double>::infinity());
  return std::fabs(actual - expected) / (next - std::fabs(expected));
}

/// 312 uniforms of an arbitrary seed.
std::vector<double> arbitrary_uniforms() {
  const MersenneTwister::Block block = MersenneTwister(*rc::gen::arbitrary<std::uint64_t>()).next_block();
  std::vector<double> uniforms;
  for (std::size_t i = 0; i < block.size(); i += 2) uniforms.push_back(uniform(block[i], block[i + 1]));
  return uniforms;
}

bool sin_cos_are_close(double x) {
  const portable::SinCos actual = portable::sin_cos(x);
  return ulps(actual.sin, std::sin(x)) <= 2 && ulps(actual.cos, std::cos(x)) <= 2;
}

RC_GTEST_PROP(PortableLog, is_that_of_the_library_but_for_the_last_bit, ()) {
  for (const double u : arbitrary_uniforms()) RC_ASSERT(ulps(portable::log(1 - u), std::log(1 - u)) <= 2);
}

RC_GTEST_PROP(PortableLog, holds_for_every_exponent, ()) {
  const auto exponent = *rc::gen::inRange(-1022, 1024);
  for (const double u : arbitrary_uniforms()) {
    const double x = std::ldexp(1 + u, exponent);
    RC_ASSERT(ulps(portable::log(x), std::log(x)) <= 2);
  }
}

RC_GTEST_PROP(PortableSinCos, are_those_of_the_library_but_for_the_last_bits, ()) {
  for (const double u : arbitrary_uniforms()) RC_ASSERT(sin_cos_are_close(u * 2 * std::numbers::pi));
}

RC_GTEST_PROP(PortableSinCos, hold_up_to_1000, ()) {
  for (const double u : arbitrary_uniforms()) RC_ASSERT(sin_cos_are_close((2 * u - 1) * 1000));
}

TEST(PortableSinCos, hold_beside_multiples_of_a_quarter_pi) {
  for (int multiple = -1200; multiple <= 1200; ++multiple) {
    const double middle = multiple * (std::numbers::pi / 4);
    for (const double x : {std::nextafter(middle, -2000), middle, std::nextafter(middle, 2000)})
      EXPECT_TRUE(sin_cos_are_close(x)) << x;
  }
}

// The bytes, for good: whoever gets others here has a compiler that rounds otherwise.

TEST(PortableLog, is_these_bits) {
  struct Known {
    double x, log;
  };
  for (const Known& known : {
           Known{0x1p-1022, -0x1.6232bdd7abcd2p+9},
           Known{0x1p-53, -0x1.25e4f7b2737fap+5},
           Known{0x1.999999999999ap-4, -0x1.26bb1bbb55515p+1},
           Known{0x1p-1, -0x1.62e42fefa39efp-1},
           Known{0x1.6a09e667f3bccp-1, -0x1.62e42fefa39f1p-2},
           Known{0x1.6a09e667f3bcdp-1, -0x1.62e42fefa39eep-2},
           Known{0x1.69442702a8a7p-1, -0x1.6514197d5cb06p-2},
           Known{0x1.8p-1, -0x1.269621134db92p-2},
           Known{0x1.fffffffffffffp-1, -0x1p-53},
           Known{1, 0},
           Known{0x1.0000000000001p+0, 0x1.fffffffffffffp-53},
           Known{1.5, 0x1.9f323ecbf984cp-2},
           Known{2, 0x1.62e42fefa39efp-1},
           Known{10, 0x1.26bb1bbb55516p+1},
           Known{0x1.fffffffffffffp+1023, 0x1.62e42fefa39efp+9},
       })
    EXPECT_EQ(portable::log(known.x), known.log) << known.x;
}

TEST(PortableSinCos, are_these_bits) {
  struct Known {
    double x, sin, cos;
  };
  for (const Known& known : {
           Known{0, 0, 1},
           Known{0x1.5798ee2308c3ap-27, 0x1.5798ee2308c3ap-27, 1},
           Known{0.5, 0x1.eaee8744b05fp-2, 0x1.c1528065b7d5p-1},
           Known{0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1},
           Known{0x1.921fb54442d19p-1, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1},
           Known{1, 0x1.aed548f090ceep-1, 0x1.14a280fb5068cp-1},
           Known{0x1.0d5281198dedap+0, 0x1.bca3b7103e117p-1, 0x1.fbb314af418fep-2},
           Known{0x1.921fb54442d18p+0, 1, 0x1.1a62633145c07p-54},
           Known{2, 0x1.d18f6ead1b446p-1, -0x1.aa22657537205p-2},
           Known{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -1},
           Known{4, -0x1.837b9dddc1eaep-1, -0x1.4eaa606db24c1p-1},
           Known{0x1.2d97c7f3321d2p+2, -1, -0x1.a79394c9e8a0ap-53},
           Known{5.5, -0x1.693c94e0ab057p-1, 0x1.6ad6c3c07d448p-1},
           Known{0x1.81febc65236dp+2, -0x1.feacf8c7df355p-3, 0x1.efd3c5b42d24bp-1},
           Known{0x1.921fb54442d18p+2, -0x1.1a62633145c07p-52, 1},
           Known{-1, -0x1.aed548f090ceep-1, 0x1.14a280fb5068cp-1},
           Known{1000, 0x1.a75cc150a206cp-1, 0x1.1ff026793f1bbp-1},
       }) {
    EXPECT_EQ(portable::sin_cos(known.x).sin, known.sin) << known.x;
    EXPECT_EQ(portable::sin_cos(known.x).cos, known.cos) << known.x;
  }
}

}  // namespace
}  // namespace tilewright::sim
