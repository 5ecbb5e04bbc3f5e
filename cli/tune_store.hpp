#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/backends.hpp"
#include "cli/flags.hpp"
#include "core/report/tune_run.hpp"
#include "core/store/remembering_backend.hpp"
#include "core/store/store.hpp"
#include "core/tuning/sweep.hpp"

namespace tilewright::cli {

/// `300 of 400 samples from the store`
[[nodiscard]] std::string from_store_text(const store::Tally& tally);

/// `--store` and `--no-store`.
void declare_tune_store_flags(Flags& flags);

/// The store as `tune` and `sweep` use it: by default where samples cost time, with `--store` where they could cost
/// none, never with `--no-store`.
class TuneStore {
 public:
  /// `measured` outlives this. Throws `Error` for flags that do not fit each other or the backend; nothing that is
  /// wrong with the store itself throws.
  TuneStore(const Flags& flags, const Measured& measured, const SweepPlan& plan);
  TuneStore(const TuneStore&) = delete;
  TuneStore& operator=(const TuneStore&) = delete;

  /// What measures: only what is missing, where there is a store.
  [[nodiscard]] Backend& backend() { return remembering_ ? *remembering_ : *measured_.backend; }

  /// What is known of a config besides its samples; `from_store` is how many of these were not measured now.
  [[nodiscard]] Config facts(const Config& config) const;

  /// Whether `facts` has any to tell.
  [[nodiscard]] bool has_facts() const { return measured_.facts || remembering_; }

  /// How much came from the store, why nothing did, and what is wrong with it.
  [[nodiscard]] std::vector<std::string> notes() const;

  /// What is wrong with the store; empty when all is well.
  [[nodiscard]] std::string warning() const;

  /// How many samples were given, and how many of them it had.
  [[nodiscard]] store::Tally tally() const { return remembering_ ? remembering_->tally() : store::Tally{}; }

  /// Keeps the pick of a run.
  void keep_choice(const report::TuneRun& run);

 private:
  [[nodiscard]] store::RememberOptions options(const SweepPlan& plan) const;
  [[nodiscard]] Config conditions(const Config& facts) const;

  const Measured& measured_;
  Config context_;
  std::optional<store::Store> store_;
  std::optional<store::RememberingBackend> remembering_;
  std::optional<std::string> miss_;
  std::string no_home_;
};

}  // namespace tilewright::cli
