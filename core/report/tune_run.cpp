#include "core/report/tune_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/algorithm/stable_sort.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/transform.hpp>

#include "core/report/text_table.hpp"
#include "core/report/trial_facts.hpp"
#include "core/stats/quantile.hpp"
#include "core/stats/summary.hpp"

namespace tilewright::report {
namespace {

constexpr std::size_t kWidestText = 200;

bool failed(const Trial& trial) { return trial.failure.has_value(); }

std::string with_example(const RejectionCount& rejection) {
  return fmt::format("{} by {} (e.g. {})", rejection.count, words(rejection.rule), to_text(rejection.example_reason));
}

/// `5 compile, 3 timeout`, in the order of the kinds' first failure.
std::string failure_summary(const std::vector<Trial>& trials) {
  std::vector<std::pair<FailureKind, int>> counts;
  for (const Trial& trial : trials) {
    if (!trial.failure) continue;
    auto found = ranges::find_if(counts, [&](const auto& entry) { return entry.first == trial.failure->kind; });
    if (found == counts.end()) found = counts.insert(found, {trial.failure->kind, 0});
    ++found->second;
  }
  const auto text = [](const auto& entry) { return fmt::format("{} {}", entry.second, to_text(entry.first)); };
  return fmt::to_string(fmt::join(counts | ranges::views::transform(text) | ranges::to_vector, ", "));
}

std::ptrdiff_t cold_starts(const std::vector<Trial>& trials) {
  return ranges::count_if(
      trials, [](const Trial& trial) { return !failed(trial) && stats::first_sample_is_outlier(trial.samples_ms); });
}

bool has_model(const TuneResult& result) {
  return ranges::any_of(result.shortlist.candidates,
                        [](const Candidate& each) { return each.predicted_ms.has_value(); });
}

}  // namespace

std::optional<TrialFigures> figures_of(const Trial& trial) {
  if (failed(trial) || trial.samples_ms.empty()) return std::nullopt;
  const std::vector<double> ascending = stats::sorted(trial.samples_ms);
  return TrialFigures{.median_ms = stats::quantile_of_sorted(ascending, 0.5),
                      .p20_ms = stats::quantile_of_sorted(ascending, 0.2),
                      .p80_ms = stats::quantile_of_sorted(ascending, 0.8)};
}

TrialCounts count_trials(const std::vector<Trial>& trials) {
  const auto measured = [](const Trial& trial) { return !failed(trial) && !trial.samples_ms.empty(); };
  return {.measured = static_cast<std::size_t>(ranges::count_if(trials, measured)),
          .failed = static_cast<std::size_t>(ranges::count_if(trials, failed))};
}

std::vector<std::size_t> fastest_first(const std::vector<Trial>& trials) {
  const auto median = [](const Trial& trial) {
    const auto figures = figures_of(trial);
    return figures ? figures->median_ms : std::numeric_limits<double>::infinity();
  };
  const std::vector<double> medians = trials | ranges::views::transform(median) | ranges::to_vector;
  auto order = ranges::views::iota(std::size_t{0}, trials.size()) | ranges::to_vector;
  ranges::stable_sort(order, {}, [&](std::size_t position) { return medians[position]; });
  return order;
}

std::string pruned_sentence(const PruneResult& pruned) {
  const std::string text = fmt::format("{} of {} configs pruned", pruned.rejected(), pruned.space_size);
  if (pruned.rejections.empty()) return text;
  const auto reasons = pruned.rejections | ranges::views::transform(with_example) | ranges::to_vector;
  return fmt::format("{}: {}", text, fmt::join(reasons, ", "));
}

std::vector<std::string> notes_on(const TuneRun& run) {
  std::vector<std::string> notes;
  const TuneResult& result = run.result;
  if (const std::size_t added = result.shortlist.added_by_ties; added > 0)
    notes.push_back(fmt::format(
        "{} configs asked for, {} added because {}", result.shortlist.requested, added,
        has_model(result) ? "the model cannot tell them from the last one" : "there is no model to tell them apart"));
  if (const auto cold = cold_starts(result.trials); cold > 0)
    notes.push_back(fmt::format("the first sample of {} of {} configs looks cold; --warmup 1 drops it", cold,
                                result.trials.size()));
  if (result.choice && figures_of(result.trials[result.choice->trial]) == std::nullopt)
    notes.emplace_back("the only candidate was not timed; --time-single times it");
  if (const auto failures = count_trials(result.trials).failed; result.choice && failures > 0)
    notes.push_back(
        fmt::format("{} of {} configs failed: {}", failures, result.trials.size(), failure_summary(result.trials)));
  for (const auto& more : {notes_on_conditions(run), run.backend_notes})
    notes.insert(notes.end(), more.begin(), more.end());
  return notes;
}

std::string no_valid_config(const TuneRun& run) {
  const PruneResult& pruned = run.result.pruned;
  if (pruned.space_size == 0) return "no valid config: the space is empty; see its constraints";
  if (pruned.kept.empty())
    return fmt::format("no valid config: all {} configs rejected: {}", pruned.space_size, summary(pruned.rejections));
  const std::vector<Trial>& trials = run.result.trials;
  const auto first = ranges::find_if(trials, failed);
  if (first == trials.end()) return "no valid config: none has a finite positive time";
  return fmt::format("no valid config: all {} configs failed: {}; first: {}: {}: {}", trials.size(),
                     failure_summary(trials), run.label(first->config), to_text(first->failure->kind),
                     one_line(first->failure->text, kWidestText));
}

}  // namespace tilewright::report
