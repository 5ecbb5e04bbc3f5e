#pragma once

#include "core/report/tune_run.hpp"

namespace tilewright::report {

/// A run made by hand: 6 configs, 2 rejected, 4 tried. The second has the least median, 1 ms less than the first,
/// which is the pick; the third failed; the fourth is tied with nothing.
inline TuneRun sample_run() {
  const auto config = [](std::int64_t tile, const char* order) {
    return Config{{"tile", tile}, {"order", std::string(order)}};
  };
  const auto trial = [&](Config tried, double predicted_ms, std::int64_t smem_bytes, Samples samples) {
    Trial made;
    made.config = std::move(tried);
    made.predicted_ms = predicted_ms;
    made.resources = {.smem_bytes = smem_bytes, .registers = 64};
    made.samples_ms = std::move(samples);
    return made;
  };
  TuneRun run;
  run.problem = "copy";
  run.key = {{"rows", std::int64_t{1024}}, {"device", std::string("none")}};
  run.backend = {{"name", std::string("by_hand")}, {"seed", std::int64_t{7}}};
  run.options.top_k = TopK::count(3);
  run.options.plan.repeats = 3;
  run.options.rule.name = "t3";
  run.result.pruned = {
      .space_size = 6,
      .kept = {0, 1, 2, 3},
      .rejections = {
          {.rule = "shared_memory",
           .count = 2,
           .example = config(512, "rows"),
           .example_reason = {.rule = "shared_memory", .actual = 4096, .limit = 2048, .unit = "B", .note = {}}}}};
  run.result.trials = {trial(config(64, "rows"), 4, 512, {6, 5, 7}), trial(config(128, "rows"), 4, 1024, {4, 5, 6}),
                       trial(config(64, "columns"), 4.5, 512, {8}),
                       trial(config(128, "columns"), 4.5, 1024, {9, 10, 11})};
  run.result.trials[2].failure = Failure{FailureKind::timeout, "no answer, \"3\" s"};
  for (const Trial& tried : run.result.trials) run.result.shortlist.candidates.push_back(tried);
  run.result.shortlist.requested = 3;
  run.result.shortlist.added_by_ties = 1;
  run.result.choice = Choice{.trial = 0, .tied = {0, 1}, .rule = "t3", .why = "it needs half the shared memory"};
  return run;
}

/// The same, where every config failed.
inline TuneRun failed_run() {
  TuneRun run = sample_run();
  run.result.choice.reset();
  for (Trial& trial : run.result.trials) {
    trial.samples_ms.clear();
    if (!trial.failure) trial.failure = Failure{FailureKind::compile, "no such instruction"};
  }
  return run;
}

/// The same, where every config was rejected.
inline TuneRun pruned_run() {
  TuneRun run = sample_run();
  run.result.choice.reset();
  run.result.trials.clear();
  run.result.shortlist = {};
  run.result.pruned.kept.clear();
  run.result.pruned.rejections.front().count = 6;
  return run;
}

}  // namespace tilewright::report
