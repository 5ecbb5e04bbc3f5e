#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backends/recorded_configs.hpp"
#include "core/tuning/backend.hpp"

namespace tilewright::backends {

/// Which of a config's recorded samples come when.
enum class ReplayMode {
  in_order,   ///< as recorded
  shuffled,   ///< each once, in an order drawn for each config
  bootstrap,  ///< each drawn anew from all of the config's, so that one can come more than once
};

[[nodiscard]] std::string_view to_text(ReplayMode mode);

/// Throws `Error` for another name than `in_order`, `shuffled` or `bootstrap`.
[[nodiscard]] ReplayMode parse_replay_mode(std::string_view name);

struct ReplayOptions {
  ReplayMode mode = ReplayMode::in_order;
  std::int64_t seed = 0;    ///< of shuffled and bootstrap
  std::string source = {};  ///< what is replayed, for `describe`
};

/// Any recording as a backend. A config that was not recorded fails with `not_recorded`, a recorded failure is that
/// failure.
///
/// The n-th sample that a config is asked for depends on the mode, the seed, the config and n alone, not on which
/// others were asked for before. in_order and shuffled begin again at the first when all have come; `notes` says so.
class Replay : public Backend {
 public:
  explicit Replay(std::shared_ptr<const RecordedConfigs> recorded, ReplayOptions options = {});

  /// Name, mode, seed and recording.
  [[nodiscard]] Config describe() const override;

  /// May be called from many threads for different configs.
  [[nodiscard]] Measurement measure(const Config& config, int count) override;

  /// What a reader of the result should know, a sentence each: configs of which more samples were asked for than
  /// there are, rows that were left out.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  [[nodiscard]] Samples drawn(const RecordedConfig& config, std::uint64_t first, std::size_t count) const;
  [[nodiscard]] Samples in_turn(const RecordedConfig& config, std::uint64_t first, std::size_t count) const;

  std::shared_ptr<const RecordedConfigs> recorded_;
  ReplayOptions options_;
  Samples samples_ms_;                // the recording's, of each config in the order in which they come
  std::vector<std::uint64_t> taken_;  // of each config, so far
};

}  // namespace tilewright::backends
