#pragma once

#include "cli/backends.hpp"
#include "cli/flags.hpp"
#include "cli/numbers.hpp"
#include "core/tuning/tune.hpp"

namespace tilewright::cli {

/// What `--help` says of `--rule`, `--repeats` and `--warmup`.
extern const char* const kTuningNotes;

/// The flags that say what measures and how to tune, and those of every backend.
void declare_tuning_flags(Flags& flags);

/// What they say.
struct TuningRequest {
  const BackendEntry* backend = nullptr;  ///< works on this machine
  SampleCount repeats;
  TuneOptions options;  ///< `plan.repeats` is 1 where `repeats` is a time
};

/// Throws `Error` for a flag out of range, and not_available for a backend that does not work here.
[[nodiscard]] TuningRequest tuning_request(const Flags& flags);

/// The options with as many repeats as fit into the time that was asked for.
[[nodiscard]] TuneOptions options_for(const Measured& measured, const TuningRequest& request);

}  // namespace tilewright::cli
