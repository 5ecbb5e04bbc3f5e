#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/tuning/tune.hpp"

namespace tilewright::report {

/// One tuning run as it is reported: what was asked for and what came out.
struct TuneRun {
  std::string problem;  ///< name of the problem
  Config key;           ///< its key
  Config backend;       ///< `Backend::describe`
  TuneOptions options;
  TuneResult result;
  std::function<std::string(const Config&)> label = [](const Config& config) { return to_text(config); };
  std::string pick_details = {};  ///< lines on the pick that only its kind of problem has; may be empty

  /// What the backend knows of each trial besides its samples, by position and by name with the unit in it; empty when
  /// it knows nothing. Those that a report reads: `registers` per thread, as compiled; the SM clock that was met,
  /// `sm_mhz_median`, `sm_mhz_min` and `sm_mhz_max`; `power_w`, `temperature_c`; and `low_clock`, when it stayed low.
  std::vector<Config> facts = {};
  std::vector<std::string> backend_notes = {};  ///< what went wrong without harm to the samples, a sentence each
};

/// What the samples of one trial amount to, in milliseconds.
struct TrialFigures {
  double median_ms = 0;
  double p20_ms = 0;
  double p80_ms = 0;
};

/// Nothing for a trial that failed or was not timed.
[[nodiscard]] std::optional<TrialFigures> figures_of(const Trial& trial);

/// How many trials came to what. A trial that was not timed is in neither.
struct TrialCounts {
  std::size_t measured = 0;
  std::size_t failed = 0;
};

[[nodiscard]] TrialCounts count_trials(const std::vector<Trial>& trials);

/// Positions of the trials, the least median first; those without one come last, in their order.
[[nodiscard]] std::vector<std::size_t> fastest_first(const std::vector<Trial>& trials);

/// `46 of 192 configs pruned: 34 by shared memory (e.g. shared memory 131072 B > 101376 B), ...`
[[nodiscard]] std::string pruned_sentence(const PruneResult& pruned);

/// What a reader should know before trusting the figures, a sentence each: configs added by ties, cold first samples,
/// a pick that was not timed, failures beside a pick, odd conditions, and what the backend has to say.
[[nodiscard]] std::vector<std::string> notes_on(const TuneRun& run);

/// Why nothing can be shipped, in one line with counts. Precondition: `run.result.choice` is empty.
[[nodiscard]] std::string no_valid_config(const TuneRun& run);

}  // namespace tilewright::report
