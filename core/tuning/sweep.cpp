#include "core/tuning/sweep.hpp"

#include <fmt/format.h>

#include <cmath>
#include <range/v3/algorithm/find_if_not.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "core/error.hpp"

namespace tilewright {
namespace {

void check(const SweepPlan& plan) {
  if (plan.repeats < 1)
    throw Error(ErrorKind::bad_argument, fmt::format("repeats is {}; give an integer from 1", plan.repeats));
  if (plan.warmup < 0)
    throw Error(ErrorKind::bad_argument, fmt::format("warmup is {}; give an integer from 0", plan.warmup));
}

/// What the backend says, with everything that it may throw turned into a failure of this config.
Measurement guarded_measure(Backend& backend, const Config& config, int count) {
  try {
    return backend.measure(config, count);
  } catch (const std::exception& fault) {
    return Failure{FailureKind::crashed, fault.what()};
  } catch (...) {
    return Failure{FailureKind::crashed, "threw something that is not a std::exception"};
  }
}

/// Why these samples cannot count; nothing when they can.
std::optional<Failure> fault_of(const Samples& samples, int count) {
  if (std::ssize(samples) != count)
    return Failure{FailureKind::crashed, fmt::format("gave {} samples where {} were asked for", samples.size(), count)};
  const auto bad = ranges::find_if_not(samples, [](double ms) { return std::isfinite(ms) && ms > 0; });
  if (bad == samples.end()) return std::nullopt;
  return Failure{FailureKind::invalid_time,
                 fmt::format("sample {} is {} ms, not a finite positive time", bad - samples.begin() + 1, *bad)};
}

enum class Keep { yes, no };

void add_samples(Backend& backend, Trial& trial, int count, Keep keep) {
  if (trial.failure || count == 0) return;
  Measurement measured = guarded_measure(backend, trial.config, count);
  if (Failure* failure = std::get_if<Failure>(&measured)) {
    trial.failure = std::move(*failure);
    return;
  }
  const Samples& samples = std::get<Samples>(measured);
  trial.failure = fault_of(samples, count);
  if (keep == Keep::yes) trial.samples_ms.insert(trial.samples_ms.end(), samples.begin(), samples.end());
}

void measure_in_turn(Backend& backend, std::vector<Trial>& trials, const SweepPlan& plan) {
  for (Trial& trial : trials) add_samples(backend, trial, plan.warmup, Keep::no);
  for (int round = 0; round < plan.repeats; ++round)
    for (Trial& trial : trials) add_samples(backend, trial, 1, Keep::yes);
}

void measure_one_by_one(Backend& backend, std::vector<Trial>& trials, const SweepPlan& plan) {
  for (Trial& trial : trials) {
    add_samples(backend, trial, plan.warmup, Keep::no);
    add_samples(backend, trial, plan.repeats, Keep::yes);
  }
}

}  // namespace

std::vector<Trial> sweep(Backend& backend, const Shortlist& shortlist, const SweepPlan& plan) {
  check(plan);
  const auto& candidates = shortlist.candidates;
  std::vector<Trial> trials = candidates | ranges::views::transform([](const Candidate& candidate) {
                                return Trial{candidate, {}, {}};
                              }) |
                              ranges::to_vector;
  if (candidates.empty() || (candidates.size() == 1 && !plan.time_single)) return trials;

  backend.prepare(candidates | ranges::views::transform(&Candidate::config) | ranges::to_vector);
  plan.interleaved ? measure_in_turn(backend, trials, plan) : measure_one_by_one(backend, trials, plan);
  return trials;
}

}  // namespace tilewright
