#include "core/store/lookup/shape.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/gemm/shape.hpp"
#include "tests/core/store/lookup/shapes_gen.hpp"

namespace tilewright::lookup {
namespace {

TEST(LookupShape, DistanceCountsDoublings) {
  EXPECT_EQ(distance({16, 4096, 4096}, {16, 4096, 4096}), 0);
  EXPECT_EQ(distance({16, 4096, 4096}, {32, 4096, 4096}), 1);
  EXPECT_EQ(distance({16, 4096, 4096}, {8, 8192, 1024}), 4);
  EXPECT_EQ(distance({1, 1, 1}, {1, 1, std::int64_t{1} << 30}), 30);
  EXPECT_NEAR(distance({3, 1, 1}, {1, 1, 1}), 1.5849625007, 1e-10);
  EXPECT_EQ(distance({3072, 1, 1}, {1536, 1, 1}), 1);
}

TEST(LookupShape, NoDimensionMakesUpForAnother) {
  EXPECT_EQ(distance({16, 4096, 64}, {256, 256, 64}), 8);
  EXPECT_EQ(distance({1, 64, 64}, {64, 64, 1}), 12);
}

TEST(LookupShape, NeighboursAtTheEndOfTheRangeDiffer) {
  const Shape most{kMaxSize, 1, 1};
  const Shape next{kMaxSize - 1, 1, 1};
  EXPECT_EQ(steps_between(place_of(most), place_of(next)), 738);
}

TEST(LookupShape, RangeIsThatOfTheLibrary) {
  EXPECT_EQ(kMaxSize, gemm::kMaxSize);
  EXPECT_TRUE(in_range({1, kMaxSize, 1}));
  EXPECT_FALSE(in_range({0, 1, 1}));
  EXPECT_FALSE(in_range({1, -1, 1}));
  EXPECT_FALSE(in_range({1, 1, kMaxSize + 1}));
}

RC_GTEST_PROP(LookupShapeLaws, DistanceIsAMetric, ()) {
  const Shape a = *any_shape();
  const Shape b = *any_shape();
  const Shape c = *any_shape();
  const auto steps = [](const Shape& x, const Shape& y) { return steps_between(place_of(x), place_of(y)); };
  RC_ASSERT(steps(a, b) == steps(b, a));
  RC_ASSERT(distance(a, b) == distance(b, a));
  RC_ASSERT((distance(a, b) == 0) == (a == b));
  RC_ASSERT(steps(a, c) <= steps(a, b) + steps(b, c));
}

RC_GTEST_PROP(LookupShapeLaws, NeighboursAreApartEverywhere, ()) {
  const auto size = *rc::gen::inRange<std::int64_t>(1, kMaxSize);
  RC_ASSERT(distance({size, 1, 1}, {size + 1, 1, 1}) > 0);
}

}  // namespace
}  // namespace tilewright::lookup
