#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>

#ifdef __FAST_MATH__
#error "the simulated device needs IEEE arithmetic; build without -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "the simulated device needs doubles that are not evaluated in a wider type");

/// Logarithm, sine and cosine that are the same bytes with every compiler, C library and processor, where those of the
/// C libraries differ in the last bit: only + - * / of IEEE doubles, rounded to nearest, in the order written, and
/// integer operations on their bits. Needs -ffp-contract=off, which the build sets.
///
/// There are no branches, so that a loop over them becomes vector code. They are never compiled on their own
/// (`always_inline`), so that a program built with other floating-point flags cannot put its copy in place of ours.
///
/// Source of the polynomials and of the parts of ln 2 and pi/2: fdlibm 5.3 (Sun Microsystems, 1993), e_log.c, k_sin.c,
/// k_cos.c, e_rem_pio2.c; the reduction is Cody and Waite's, Software Manual for the Elementary Functions, 1980.
namespace tilewright::sim::portable {

/// Natural logarithm, within 1 ulp. Precondition: `x` is positive, finite and not subnormal.
[[gnu::always_inline]] inline double log(double x) {
  constexpr std::uint64_t kOne = std::bit_cast<std::uint64_t>(1.0);
  constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e00000000;  // sqrt(1/2), its upper half
  constexpr std::uint64_t kFraction = 0x000fffffffffffff;
  constexpr std::uint64_t kTwoTo52 = std::bit_cast<std::uint64_t>(0x1p52);
  constexpr double kLn2High = 0x1.62e42feep-1;  // few enough bits for its product with an exponent to be exact
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

  // x = 2^exponent * m with m in [sqrt(1/2), sqrt(2)). An integer in the last bits of 2^52 is that integer more.
  const std::uint64_t shifted = std::bit_cast<std::uint64_t>(x) + (kOne - kSqrtHalf);
  const double exponent = std::bit_cast<double>((shifted >> 52) | kTwoTo52) - (0x1p52 + 1023);
  const double m = std::bit_cast<double>((shifted & kFraction) + kSqrtHalf);

  // With s = f / (2 + f): log(1 + f) = f - f^2/2 + s * (f^2/2 + r(s^2)).
  const double f = m - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double w = z * z;  // two short sums take less time than a long one
  const double r =
      w * (0x1.999999997fa04p-2 + w * (0x1.c71c51d8e78afp-3 + w * 0x1.39a09d078c69fp-3)) +
      z * (0x1.5555555555593p-1 + w * (0x1.2492494229359p-2 + w * (0x1.7466496cb03dep-3 + w * 0x1.2f112df3e5244p-3)));
  const double half_square = 0.5 * f * f;
  return exponent * kLn2High - ((half_square - (s * (half_square + r) + exponent * kLn2Low)) - f);
}

struct SinCos {
  double sin = 0;
  double cos = 0;
};

/// `if_set` where `mask` is all ones, `if_clear` where it is 0; then the sign flipped when bit 1 of `quadrant` is set.
[[gnu::always_inline]] inline double select(std::uint64_t mask, double if_set, double if_clear,
                                            std::uint64_t quadrant) {
  const std::uint64_t chosen =
      (std::bit_cast<std::uint64_t>(if_set) & mask) | (std::bit_cast<std::uint64_t>(if_clear) & ~mask);
  return std::bit_cast<double>(chosen ^ ((quadrant & 2) << 62));
}

/// Sine and cosine of `x` radians, within 1.5 ulp. Precondition: |x| is at most 1000.
[[gnu::always_inline]] inline SinCos sin_cos(double x) {
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kRounder = 0x1.8p52;  // adding it rounds to an integer, which its last bits then hold
  constexpr double kHalfPiHigh = 0x1.921fb544p+0;
  constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
  constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;

  // x = quadrant * pi/2 + y with |y| <= pi/4; the first two products are exact.
  const double rounded = x * kTwoOverPi + kRounder;
  const double turns = rounded - kRounder;
  const double y = ((x - turns * kHalfPiHigh) - turns * kHalfPiMiddle) - turns * kHalfPiLow;

  const double z = y * y;
  const double sine =
      z * (-0x1.5555555555549p-3 +
           z * (0x1.111111110f8a6p-7 +
                z * (-0x1.a01a019c161d5p-13 +
                     z * (0x1.71de357b1fe7dp-19 + z * (-0x1.ae5e68a2b9cebp-26 + z * 0x1.5d93a5acfd57cp-33)))));
  const double cosine =
      z * (0x1.555555555554cp-5 +
           z * (-0x1.6c16c16c15177p-10 +
                z * (0x1.a01a019cb159p-16 +
                     z * (-0x1.27e4f809c52adp-22 + z * (0x1.1ee9ebdb4b1c4p-29 + z * -0x1.8fae9be8838d4p-37)))));
  const double sin_y = y + y * sine;
  const double one_less_half = 1 - 0.5 * z;
  const double cos_y = one_less_half + (((1 - one_less_half) - 0.5 * z) + z * cosine);

  const std::uint64_t quadrant = std::bit_cast<std::uint64_t>(rounded);
  const std::uint64_t is_odd = 0 - (quadrant & 1);
  return {.sin = select(is_odd, cos_y, sin_y, quadrant), .cos = select(is_odd, sin_y, cos_y, quadrant + 1)};
}

}  // namespace tilewright::sim::portable
