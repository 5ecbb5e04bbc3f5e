#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/store/store.hpp"
#include "core/tuning/backend.hpp"
#include "core/tuning/problem.hpp"

namespace tilewright::store {

/// What is remembered, and how. Functions that are left empty are not asked.
struct RememberOptions {
  Config context = {};         ///< everything but the config on which samples depend: see record.hpp
  int repeats = 25;            ///< as `SweepPlan`: a config with so many stored samples needs no measuring
  int warmup = 0;              ///< as `SweepPlan`: the first samples that are asked of a config, which are not stored
  bool ignore_stored = false;  ///< measures everything anew; what is measured then takes the place of what was stored
  bool begins_anew = false;  ///< the backend is a seeded stream, from its beginning each time: what is stored of it is
                             ///< taken again, and dropped, before what is missing
  std::function<Config(const Config&)> identity = {};    ///< a config as it is stored, where its values are not enough
  std::function<Config(const Config&)> conditions = {};  ///< of the last call of `measure`
  std::function<std::int64_t()> time_s = {};             ///< seconds since 1970
  std::function<std::optional<Rejected>(const Config&)> reject = {};  ///< asked again of what is stored
};

/// How many samples were given, warm-up not counted.
struct Tally {
  std::int64_t samples = 0;
  std::int64_t from_store = 0;
};

/// Passes on to another backend only what the store does not have, and stores what that gives before it gives it on: a
/// tuning that was interrupted goes on where it was, and what was measured once is not measured again.
///
/// Stored samples come first, in their order. Failures that come again are remembered: `compile`, `resources` and
/// `wrong_result`, when they are the last thing that is known of a config. The others (`timeout`, `crashed`, `launch`,
/// `invalid_time`) may have been the machine's: they are stored, but the config is measured anew. A stored config that
/// `reject` refuses on this device fails with `resources`.
class RememberingBackend : public Backend {
 public:
  /// `measured` and `store` outlive this.
  RememberingBackend(Backend& measured, Store& store, RememberOptions options);

  [[nodiscard]] Config describe() const override { return measured_.describe(); }

  /// Tells the other backend only of configs that need measuring; nothing when none does.
  void prepare(std::span<const Config> configs) override;

  [[nodiscard]] Measurement measure(const Config& config, int count) override;

  [[nodiscard]] const Tally& tally() const { return tally_; }

  /// How many samples of the config came from the store.
  [[nodiscard]] std::int64_t from_store(const Config& config) const;

  /// In what conditions the config was measured last, as stored; nothing when it was measured by this object, or never.
  [[nodiscard]] std::optional<Config> stored_conditions(const Config& config) const;

 private:
  struct Entry {
    History history = {};
    std::size_t given = 0;  ///< stored samples that were given
    int warmup = 0;         ///< samples of warm-up that are still to come
    bool measured = false;  ///< by the other backend
    bool appended = false;
    bool caught_up = false;  ///< the stream of a backend that begins anew is behind what is stored
  };

  Entry& entry(const Config& config);
  [[nodiscard]] Entry make_entry(const Config& config);
  [[nodiscard]] bool is_known(const Entry& entry) const;
  [[nodiscard]] Measurement warm_up(const Config& config, Entry& entry, int count);
  [[nodiscard]] Measurement measure_missing(const Config& config, Entry& entry, int count);
  [[nodiscard]] Measurement measure_and_store(const Config& config, Entry& entry, int count, bool keep_samples);
  void append(const Config& config, Entry& entry, Measurement result);
  [[nodiscard]] Config identity(const Config& config) const;

  Backend& measured_;
  Store& store_;
  RememberOptions options_;
  std::map<Config, Entry> entries_;
  Tally tally_;
};

}  // namespace tilewright::store
