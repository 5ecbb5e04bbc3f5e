#include "core/tuning/select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/stats/quantile.hpp"

namespace tilewright {
namespace {

bool can_win(const Trial& trial) {
  return !trial.failure && !trial.samples_ms.empty() &&
         std::all_of(trial.samples_ms.begin(), trial.samples_ms.end(),
                     [](double ms) { return std::isfinite(ms) && ms > 0; });
}

std::vector<Contender> contenders_of(std::span<const Trial> trials) {
  std::vector<Contender> contenders;
  contenders.reserve(trials.size());
  for (const Trial& trial : trials) {
    if (!can_win(trial)) continue;
    std::vector<double> ascending = stats::sorted(trial.samples_ms);
    const double median = stats::quantile_of_sorted(ascending, 0.5);
    contenders.push_back({&trial, std::move(ascending), median});
  }
  return contenders;
}

/// What the rule says of the contenders, of which it may be any function: its positions are checked.
Decision checked_decision(const Rule& rule, std::span<const Contender> contenders) {
  if (!rule.decide)
    throw Error(ErrorKind::bad_argument, fmt::format("rule '{}' has no function; set its 'decide'", rule.name));
  Decision decision = rule.decide(contenders);
  const auto check = [&](std::size_t position) {
    if (position >= contenders.size())
      throw Error(
          ErrorKind::bad_argument,
          fmt::format("rule '{}' returned position {} of {} contenders; return positions of the list it is given",
                      rule.name, position, contenders.size()));
  };
  check(decision.pick);
  for (const std::size_t position : decision.tied) check(position);
  return decision;
}

}  // namespace

std::optional<Choice> select(std::span<const Trial> trials, const Rule& rule) {
  if (trials.size() == 1 && !trials[0].failure && trials[0].samples_ms.empty())
    return Choice{.trial = 0,
                  .tied = {0},
                  .rule = rule.name,
                  .why = fmt::format("{} is the only config, so it was not timed", to_text(trials[0].config))};
  const std::vector<Contender> contenders = contenders_of(trials);
  if (contenders.empty()) return std::nullopt;
  Decision decision = checked_decision(rule, contenders);
  const auto trial_of = [&](std::size_t position) {
    return static_cast<std::size_t>(contenders[position].trial - trials.data());
  };
  for (std::size_t& position : decision.tied) position = trial_of(position);
  return Choice{trial_of(decision.pick), std::move(decision.tied), rule.name, std::move(decision.why)};
}

}  // namespace tilewright
