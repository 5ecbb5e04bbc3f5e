#include "core/tuning/prune.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/replace.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "core/error.hpp"

namespace tilewright {
namespace {

void count(std::vector<RejectionCount>& rejections, const Rejected& why, const Config& config) {
  auto found = ranges::find(rejections, why.rule, &RejectionCount::rule);
  if (found == rejections.end())
    found = rejections.insert(found, {.rule = why.rule, .count = 0, .example = config, .example_reason = why});
  ++found->count;
}

std::string text_of(const RejectionCount& rejection) {
  std::string text = fmt::format("{} by {}", rejection.count, rejection.rule);
  ranges::replace(text, '_', ' ');
  return text;
}

}  // namespace

std::optional<Rejected> verdict(const TuningProblem& problem, const Config& config) {
  if (!problem.reject) return std::nullopt;
  try {
    return problem.reject(config);
  } catch (const std::exception& fault) {
    throw Error(ErrorKind::bad_argument, fmt::format("the prune predicate of '{}' threw for {}: {}", problem.name,
                                                     to_text(config), fault.what()));
  }
}

PruneResult prune(const TuningProblem& problem) {
  PruneResult result;
  problem.space.for_each([&](ConfigIndex index, const Config& config) {
    ++result.space_size;
    if (const std::optional<Rejected> why = verdict(problem, config))
      count(result.rejections, *why, config);
    else
      result.kept.push_back(index);
  });
  return result;
}

std::string summary(const std::vector<RejectionCount>& rejections) {
  return fmt::to_string(fmt::join(rejections | ranges::views::transform(text_of) | ranges::to_vector, ", "));
}

}  // namespace tilewright
