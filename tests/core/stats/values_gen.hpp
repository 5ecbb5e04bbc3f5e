#pragma once

#include <rapidcheck.h>

#include <limits>
#include <vector>

namespace tilewright::stats {

/// Numbers of any size, small integers that repeat, and neighbours that rounding can mix up.
inline rc::Gen<double> any_number() {
  return rc::gen::oneOf(
      rc::gen::arbitrary<double>(), rc::gen::map(rc::gen::inRange(-3, 4), [](int n) { return static_cast<double>(n); }),
      rc::gen::map(rc::gen::inRange(0, 9), [](int n) { return 1 + n * std::numeric_limits<double>::epsilon(); }));
}

/// At least one of them; lists long enough for every way of sorting.
inline rc::Gen<std::vector<double>> any_values() {
  return rc::gen::nonEmpty(rc::gen::scale(1.5, rc::gen::container<std::vector<double>>(any_number())));
}

/// In [0, 1], the bounds and the percentiles among them.
inline rc::Gen<double> any_fraction() {
  return rc::gen::oneOf(rc::gen::map(rc::gen::inRange(0, 101), [](int n) { return n / 100.0; }),
                        rc::gen::map(rc::gen::inRange(0, 1000000001), [](int n) { return n / 1e9; }));
}

}  // namespace tilewright::stats
