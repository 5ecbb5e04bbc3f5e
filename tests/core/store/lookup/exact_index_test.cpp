#include "core/store/lookup/exact_index.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "tests/core/store/lookup/shapes_gen.hpp"

namespace tilewright::lookup {
namespace {

TEST(ExactIndex, AnEmptyOneFindsNothing) {
  EXPECT_EQ(ExactIndex().find({1, 1, 1}), ExactIndex::kNone);
  EXPECT_EQ(ExactIndex(std::vector<Shape>{}).find({1, 1, 1}), ExactIndex::kNone);
}

TEST(ExactIndex, OrderOfTheSizesCounts) {
  const ExactIndex index(std::vector<Shape>{{1, 2, 3}, {3, 2, 1}});
  EXPECT_EQ(index.find({1, 2, 3}), 0U);
  EXPECT_EQ(index.find({3, 2, 1}), 1U);
  EXPECT_EQ(index.find({2, 1, 3}), ExactIndex::kNone);
}

RC_GTEST_PROP(ExactIndexLaws, FindsWhatALookThroughTheListFinds, ()) {
  const std::vector<Shape> shapes = distinct(*rc::gen::container<std::vector<Shape>>(any_shape()));
  const ExactIndex index(shapes);
  for (std::size_t i = 0; i < shapes.size(); ++i) RC_ASSERT(index.find(shapes[i]) == i);
  const Shape other = *any_shape();
  const auto found = std::find(shapes.begin(), shapes.end(), other);
  const auto expected = found == shapes.end() ? ExactIndex::kNone : static_cast<std::size_t>(found - shapes.begin());
  RC_ASSERT(index.find(other) == expected);
}

}  // namespace
}  // namespace tilewright::lookup
