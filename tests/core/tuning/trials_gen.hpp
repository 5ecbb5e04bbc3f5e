#pragma once

#include <rapidcheck.h>

#include <limits>
#include <vector>

#include "core/tuning/sweep.hpp"

namespace tilewright {

/// Few different times, so that trials tie.
inline rc::Gen<Samples> good_samples() {
  return rc::gen::nonEmpty(
      rc::gen::container<Samples>(rc::gen::map(rc::gen::inRange(1, 12), [](int n) { return n / 4.0; })));
}

/// With one time in them that cannot be.
inline rc::Gen<Samples> bad_samples() {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto bad = rc::gen::element(0.0, -1.0, infinity, -infinity, std::numeric_limits<double>::quiet_NaN());
  return rc::gen::apply(
      [](Samples samples, double time) {
        samples.push_back(time);
        return samples;
      },
      good_samples(), bad);
}

/// A trial of config `i`, with resources that others have too; one in four cannot win.
inline rc::Gen<Trial> any_trial(std::int64_t i) {
  const auto samples = rc::gen::weightedOneOf<Samples>({{6, good_samples()}, {1, bad_samples()}});
  return rc::gen::apply(
      [i](const Samples& times, int smem, int registers, int stages, bool failed) {
        Trial trial;
        trial.config = {{"num_stages", std::int64_t{stages}}, {"i", i}};
        trial.resources = {.smem_bytes = 1024 * smem, .registers = 32 * registers};
        trial.samples_ms = times;
        if (failed) trial.failure = Failure{FailureKind::crashed, "crashed"};
        return trial;
      },
      samples, rc::gen::inRange(0, 4), rc::gen::inRange(1, 4), rc::gen::inRange(2, 4),
      rc::gen::weightedElement<bool>({{6, false}, {1, true}}));
}

/// Up to 9 trials of different configs.
inline rc::Gen<std::vector<Trial>> any_trials() {
  return rc::gen::exec([] {
    const auto count = *rc::gen::inRange<std::int64_t>(0, 10);
    std::vector<Trial> trials;
    for (std::int64_t i = 0; i < count; ++i) trials.push_back(*any_trial(i));
    return trials;
  });
}

}  // namespace tilewright
