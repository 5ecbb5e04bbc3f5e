#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gemm/shape.hpp"
#include "core/report/text_table.hpp"
#include "core/tuning/config.hpp"

namespace tilewright::report {

/// What a sweep came to for one shape.
enum class SweptState {
  tuned,            ///< measured now
  known,            ///< in the table already
  no_valid_config,  ///< nothing can be shipped; not in the table
};

[[nodiscard]] std::string_view to_text(SweptState state);

struct SweptShape {
  gemm::GemmShape shape;
  SweptState state{};
  Config config = {};                       ///< the pick
  double median_ms = 0;                     ///< of the pick, from `samples`
  std::optional<double> default_ms = {};    ///< of the default config
  std::optional<double> predicted_ms = {};  ///< of the pick
  std::int64_t samples = 0;
  std::string why_not = {};  ///< for `no_valid_config`, a sentence
};

/// A sweep as it is reported.
struct SweepRun {
  std::string gpu;
  std::string backend;
  Config default_config;
  std::string default_origin;  ///< where it comes from, in words
  std::vector<SweptShape> shapes;
  std::vector<std::string> notes;
  std::function<std::string(const Config&)> label = [](const Config& config) { return to_text(config); };
};

[[nodiscard]] std::size_t count(const SweepRun& run, SweptState state);

/// A shape a row, then the notes.
[[nodiscard]] std::string sweep_table(const SweepRun& run, const Style& style);

/// Schema `tilewright.sweep/1`.
[[nodiscard]] std::string sweep_json(const SweepRun& run);

/// A shape a line; the parameters of its config are columns. Empty fields where there is nothing.
[[nodiscard]] std::string sweep_csv(const SweepRun& run);

}  // namespace tilewright::report
