#include "core/tuning/shortlist.hpp"

#include <fmt/format.h>

#include <limits>
#include <range/v3/algorithm/partial_sort.hpp>
#include <range/v3/algorithm/partition.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/subrange.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

#include "core/error.hpp"

namespace tilewright {
namespace {

/// Orders by prediction, then by place in the space.
struct Ranked {
  double predicted_ms;
  ConfigIndex index;

  auto operator<=>(const Ranked&) const = default;
};

double predicted(const TuningProblem& problem, const Config& config) {
  if (!problem.predict_ms) return 0;  // without a model all are alike
  try {
    const double predicted_ms = problem.predict_ms(config);
    return predicted_ms == predicted_ms ? predicted_ms : std::numeric_limits<double>::infinity();
  } catch (const std::exception& fault) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("the model of '{}' threw for {}: {}", problem.name, to_text(config), fault.what()));
  }
}

std::vector<Ranked> predictions(const TuningProblem& problem, std::span<const ConfigIndex> kept) {
  std::vector<Ranked> ranked;
  ranked.reserve(kept.size());
  problem.space.for_each_of(kept, [&](ConfigIndex index, const Config& config) {
    ranked.push_back({predicted(problem, config), index});
  });
  return ranked;
}

/// Brings the best `count`, and all that tie with the last of them, to the front, in order. Returns how many.
/// Linear in the number of configs as long as few of them are wanted.
std::size_t rank_best(std::vector<Ranked>& ranked, std::size_t count) {
  const auto last = ranked.begin() + static_cast<std::ptrdiff_t>(count);
  ranges::partial_sort(ranked, last);
  const double limit_ms = std::prev(last)->predicted_ms;
  const auto tied = ranges::partition(ranges::subrange(last, ranked.end()),
                                      [&](const Ranked& other) { return other.predicted_ms == limit_ms; });
  ranges::sort(last, tied);
  return static_cast<std::size_t>(tied - ranked.begin());
}

}  // namespace

Shortlist shortlist(const TuningProblem& problem, std::span<const ConfigIndex> kept, const TopK& top_k) {
  Shortlist result;
  result.requested = top_k.of(kept.size());
  if (kept.empty()) return result;

  std::vector<Ranked> ranked = predictions(problem, kept);
  const std::size_t count = rank_best(ranked, result.requested);
  result.added_by_ties = count - result.requested;
  for (const Ranked& each : ranked | ranges::views::take(count)) {
    Config config = problem.space.at(each.index);
    const Resources resources = problem.resources ? problem.resources(config) : Resources{};
    const auto predicted_ms = problem.predict_ms ? std::optional(each.predicted_ms) : std::nullopt;
    result.candidates.push_back({std::move(config), predicted_ms, resources});
  }
  return result;
}

}  // namespace tilewright
