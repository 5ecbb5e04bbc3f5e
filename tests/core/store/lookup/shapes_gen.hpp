#pragma once

#include <rapidcheck.h>

#include <set>
#include <vector>

#include "core/store/lookup/shape.hpp"
#include "core/store/lookup/table.hpp"

namespace tilewright::lookup {

/// Powers of two, their neighbours, and anything: many shapes are equally far from each other.
inline rc::Gen<std::int64_t> any_size() {
  const auto near_power =
      rc::gen::map(rc::gen::pair(rc::gen::inRange(0, 31), rc::gen::inRange<std::int64_t>(-1, 2)),
                   [](const std::pair<int, std::int64_t>& drawn) {
                     return std::max<std::int64_t>(1, (std::int64_t{1} << drawn.first) + drawn.second);
                   });
  const auto power = rc::gen::map(rc::gen::inRange(0, 31), [](int bits) { return std::int64_t{1} << bits; });
  return rc::gen::oneOf(power, power, near_power, rc::gen::inRange<std::int64_t>(1, kMaxSize + 1));
}

inline rc::Gen<Shape> any_shape() {
  return rc::gen::build<Shape>(rc::gen::set(&Shape::m, any_size()), rc::gen::set(&Shape::n, any_size()),
                               rc::gen::set(&Shape::k, any_size()));
}

inline std::vector<Shape> distinct(const std::vector<Shape>& shapes) {
  const std::set<Shape> set(shapes.begin(), shapes.end());
  return {set.begin(), set.end()};
}

}  // namespace tilewright::lookup
