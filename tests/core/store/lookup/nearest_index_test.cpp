#include "core/store/lookup/nearest_index.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "tests/core/store/lookup/shapes_gen.hpp"

namespace tilewright::lookup {
namespace {

std::vector<std::size_t> all_of(const std::vector<Shape>& shapes) {
  std::vector<std::size_t> positions(shapes.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  return positions;
}

bool anything(std::size_t /*position*/) { return true; }

TEST(NearestIndex, AnEmptyOneFindsNothing) { EXPECT_FALSE(NearestIndex().find({1, 1, 1}, anything).found); }

TEST(NearestIndex, GoesByDimensionNotByProduct) {
  const std::vector<Shape> shapes{{256, 256, 64}, {32, 4096, 64}};
  const auto nearest = NearestIndex(shapes, all_of(shapes)).find({16, 4096, 64}, anything);
  EXPECT_EQ(nearest.position, 1U);
  EXPECT_EQ(static_cast<double>(nearest.steps), kStepsPerDoubling);
}

TEST(NearestIndex, OfEquallyNearOnesTheFirst) {
  const std::vector<Shape> shapes{{32, 64, 1}, {64, 32, 1}, {64, 128, 1}, {128, 64, 1}};
  EXPECT_EQ(NearestIndex(shapes, all_of(shapes)).find({64, 64, 1}, anything).position, 0U);
  const std::vector<Shape> reversed(shapes.rbegin(), shapes.rend());
  EXPECT_EQ(NearestIndex(reversed, all_of(reversed)).find({64, 64, 1}, anything).position, 0U);
  const std::vector<Shape> odd{{6144, 3, 3}, {1536, 3, 3}};
  EXPECT_EQ(NearestIndex(odd, all_of(odd)).find({3072, 3, 3}, anything).position, 0U);
}

RC_GTEST_PROP(NearestIndexLaws, FindsWhatALookAtEachFinds, ()) {
  const std::vector<Shape> shapes = distinct(*rc::gen::container<std::vector<Shape>>(any_shape()));
  std::vector<std::size_t> positions;
  std::vector<bool> accepted;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (*rc::gen::inRange(0, 4) != 0) positions.push_back(i);
    accepted.push_back(*rc::gen::inRange(0, 3) != 0);
  }
  const Shape query = *any_shape();

  NearestIndex::Nearest expected;
  for (const std::size_t position : positions) {
    const std::int64_t steps = steps_between(place_of(shapes[position]), place_of(query));
    if (accepted[position] && steps < expected.steps) expected = {steps, position, true};
  }
  const auto nearest =
      NearestIndex(shapes, positions).find(query, [&](std::size_t position) { return bool{accepted[position]}; });
  RC_ASSERT(nearest.found == expected.found);
  RC_ASSERT(nearest.steps == expected.steps);
  RC_ASSERT(nearest.position == expected.position);
}

}  // namespace
}  // namespace tilewright::lookup
