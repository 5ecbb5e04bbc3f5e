#include "core/store/lookup/nearest_index.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
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

/// The rules of `find`, shape by shape.
NearestIndex::Nearest expected_of(const std::vector<Shape>& shapes, const std::vector<std::size_t>& positions,
                                  const std::vector<bool>& accepted, const Shape& query) {
  NearestIndex::Nearest best;
  for (const std::size_t position : positions) {
    const std::int64_t steps = steps_between(place_of(shapes[position]), place_of(query));
    if (accepted[position] && steps < best.steps) best = {steps, position, true};
  }
  return best;
}

/// In a list of some of the shapes, `in_eight` of eight of which are accepted.
void check_some_of(const std::vector<Shape>& shapes, int in_eight, const std::vector<Shape>& queries) {
  std::vector<std::size_t> positions;
  std::vector<bool> accepted;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (*rc::gen::inRange(0, 8) != 0) positions.push_back(i);
    accepted.push_back(*rc::gen::inRange(0, 8) < in_eight);
  }
  const NearestIndex index(shapes, positions);
  for (const Shape& query : queries) {
    const auto nearest = index.find(query, [&](std::size_t position) { return bool{accepted[position]}; });
    const NearestIndex::Nearest expected = expected_of(shapes, positions, accepted, query);
    RC_ASSERT(nearest.found == expected.found);
    RC_ASSERT(nearest.steps == expected.steps);
    RC_ASSERT(nearest.position == expected.position);
  }
}

RC_GTEST_PROP(NearestIndexLaws, FindsWhatALookAtEachFinds, ()) {
  const auto shapes = distinct(*rc::gen::container<std::vector<Shape>>(any_shape()));
  check_some_of(shapes, 6, {*any_shape(), *any_shape()});
}

/// Deep trees with many shapes equally near, on both sides of every cut.
RC_GTEST_PROP(NearestIndexLaws, FindsItWhereShapesAreDense, ()) {
  const auto size = rc::gen::map(rc::gen::inRange(0, 12), [](int i) { return (std::int64_t{2 + i % 2} << (i / 2)); });
  const auto shape = rc::gen::build<Shape>(rc::gen::set(&Shape::m, size), rc::gen::set(&Shape::n, size),
                                           rc::gen::set(&Shape::k, size));
  auto shapes = distinct(*rc::gen::container<std::vector<Shape>>(300, shape));
  if (*rc::gen::arbitrary<bool>()) std::reverse(shapes.begin(), shapes.end());
  check_some_of(shapes, *rc::gen::element(1, 7), *rc::gen::container<std::vector<Shape>>(50, shape));
}

}  // namespace
}  // namespace tilewright::lookup
