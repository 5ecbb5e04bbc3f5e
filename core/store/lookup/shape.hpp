#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace tilewright::lookup {

/// C[M x N] = A[M x K] * B[K x N].
struct Shape {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
};

[[nodiscard]] inline bool operator==(const Shape& a, const Shape& b) { return a.m == b.m && a.n == b.n && a.k == b.k; }
[[nodiscard]] inline bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

/// By M, then N, then K: the order of a table.
[[nodiscard]] inline bool operator<(const Shape& a, const Shape& b) {
  return std::tie(a.m, a.n, a.k) < std::tie(b.m, b.n, b.k);
}

/// Largest size of a dimension, as `gemm::kMaxSize`.
inline constexpr std::int64_t kMaxSize = 2147483647;

[[nodiscard]] inline bool in_range(const Shape& shape) {
  const auto fits = [](std::int64_t size) { return size >= 1 && size <= kMaxSize; };
  return fits(shape.m) && fits(shape.n) && fits(shape.k);
}

/// A shape on logarithmic axes, in steps of which 2^40 are a doubling. Integers, so that distances that are equal on
/// paper are equal here; fine enough that no two sizes share a step: the closest, 2^31 - 2 and 2^31 - 1, are 738 apart.
using Place = std::array<std::int64_t, 3>;

inline constexpr double kStepsPerDoubling = 1099511627776.0;  // 2^40

/// Precondition: `in_range(shape)`.
[[nodiscard]] inline Place place_of(const Shape& shape) {
  const auto steps = [](std::int64_t size) {
    return std::int64_t{std::llround(std::log2(static_cast<double>(size)) * kStepsPerDoubling)};
  };
  return {steps(shape.m), steps(shape.n), steps(shape.k)};
}

/// How far two shapes are from each other: the one function of tuning and of lookup. The sum over M, N and K of how
/// many doublings lie between, so that no dimension makes up for another: 16 x 4096 is 8 from 256 x 256.
[[nodiscard]] inline std::int64_t steps_between(const Place& a, const Place& b) {
  std::int64_t steps = 0;
  for (std::size_t axis = 0; axis < a.size(); ++axis)
    steps += a[axis] < b[axis] ? b[axis] - a[axis] : a[axis] - b[axis];
  return steps;
}

/// The same in doublings: symmetric, 0 only for equal shapes. Precondition: both are in range.
[[nodiscard]] inline double distance(const Shape& a, const Shape& b) {
  return static_cast<double>(steps_between(place_of(a), place_of(b))) / kStepsPerDoubling;
}

}  // namespace tilewright::lookup
