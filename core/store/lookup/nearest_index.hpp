#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/store/lookup/shape.hpp"

namespace tilewright::lookup {

/// The nearest of a list of shapes: a k-d tree, the middle of each range its node.
class NearestIndex {
 public:
  struct Nearest {
    std::int64_t steps = std::numeric_limits<std::int64_t>::max();  ///< as `steps_between`
    std::size_t position = 0;
    bool found = false;
  };

  NearestIndex() = default;

  /// Of the shapes at `positions`; they are in range.
  NearestIndex(const std::vector<Shape>& shapes, const std::vector<std::size_t>& positions) {
    for (const std::size_t position : positions) points_.push_back({place_of(shapes[position]), position, 0});
    build(0, points_.size());
  }

  /// The nearest position that `accept(position)` takes; of equally near ones the first of the list. Nothing is
  /// allocated. Precondition: `in_range(shape)`.
  template <typename Accept>
  [[nodiscard]] Nearest find(const Shape& shape, Accept accept) const {
    Search<Accept> search{points_, place_of(shape), accept, {}};
    search.visit(0, points_.size(), {}, 0);
    return search.best;
  }

 private:
  struct Point {
    Place place;
    std::size_t position;
    std::size_t axis;  ///< along which the ranges beside it lie on either side
  };

  /// Along the axis on which the range is widest, so that a search leaves out most of it.
  void build(std::size_t first, std::size_t last) {
    if (last - first < 2) return;
    const std::size_t middle = first + (last - first) / 2;
    const std::size_t axis = widest_axis(first, last);
    const auto at = [this](std::size_t i) { return points_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(first), at(middle), at(last),
                     [axis](const Point& a, const Point& b) { return a.place[axis] < b.place[axis]; });
    points_[middle].axis = axis;
    build(first, middle);
    build(middle + 1, last);
  }

  [[nodiscard]] std::size_t widest_axis(std::size_t first, std::size_t last) const {
    std::size_t widest = 0;
    std::int64_t width = -1;
    for (std::size_t axis = 0; axis < Place().size(); ++axis) {
      std::int64_t least = points_[first].place[axis];
      std::int64_t most = least;
      for (std::size_t i = first; i < last; ++i) {
        least = std::min(least, points_[i].place[axis]);
        most = std::max(most, points_[i].place[axis]);
      }
      if (most - least <= width) continue;
      width = most - least;
      widest = axis;
    }
    return widest;
  }

  template <typename Accept>
  struct Search {
    const std::vector<Point>& points;
    Place query;
    Accept& accept;
    Nearest best;

    /// `gap` is how far the range's box is from the query along each axis, `bound` the sum: nothing in it is nearer.
    void visit(std::size_t first, std::size_t last, const Place& gap, std::int64_t bound) {
      if (first == last || bound > best.steps) return;
      const std::size_t middle = first + (last - first) / 2;
      const Point& point = points[middle];
      judge(point);
      if (last - first == 1) return;
      const std::int64_t beyond = query[point.axis] - point.place[point.axis];
      Place far_gap = gap;
      far_gap[point.axis] = beyond < 0 ? -beyond : beyond;
      const std::int64_t far_bound = bound - gap[point.axis] + far_gap[point.axis];
      if (beyond < 0) {
        visit(first, middle, gap, bound);
        visit(middle + 1, last, far_gap, far_bound);
      } else {
        visit(middle + 1, last, gap, bound);
        visit(first, middle, far_gap, far_bound);
      }
    }

    void judge(const Point& point) {
      const std::int64_t steps = steps_between(query, point.place);
      const bool better = steps < best.steps || (steps == best.steps && point.position < best.position);
      if (better && accept(point.position)) best = {steps, point.position, true};
    }
  };

  std::vector<Point> points_;
};

}  // namespace tilewright::lookup
