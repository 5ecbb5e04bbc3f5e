#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/gemm/problem.hpp"
#include "core/gemm/wave_model.hpp"
#include "core/report/text_table.hpp"
#include "core/tuning/prune.hpp"

namespace tilewright::report {

/// What was measured of a config's DRAM traffic, beside what it would be without L2.
struct MeasuredDram {
  double bytes = 0;        ///< the median of the launches
  double tiled_bytes = 0;  ///< as `gemm::tiled_bytes`
  std::size_t launches = 0;
};

/// What the model says of one config, whether it is kept or not.
struct ExplainedConfig {
  Config config;
  std::optional<Rejected> rejected;  ///< nothing: kept
  Resources resources;
  gemm::Prediction prediction;
  std::optional<std::map<std::string, std::int64_t>> instructions = {};  ///< of its PTX, by kind; nothing: not counted
  std::optional<MeasuredDram> dram = {};                                 ///< nothing: not measured
};

/// What the model says of a GEMM's whole space.
struct Explanation {
  Config key;
  std::vector<ExplainedConfig> configs;  ///< in the order of the space
  PruneResult pruned;
  std::vector<std::string> dram_notes = {};  ///< launches that are of no config or of several, a sentence each
};

/// What the wave model says of `problem`, which is that of `gemm::gemm_problem` for `shape` and `gpu`. Measures
/// nothing.
[[nodiscard]] Explanation explain(const gemm::GemmShape& shape, const gemm::GpuSpec& gpu, const TuningProblem& problem);

/// For a person: a row for each config with its verdict, occupancy, waves and predicted time; then the instructions of
/// those that have them counted, and the DRAM traffic of those where it was measured.
[[nodiscard]] std::string explain_table(const Explanation& explanation, const Style& style);

/// For a program: schema `tilewright.explain/1`. `verdict` is `kept` or the id of the rule. Beyond the schema:
/// `reason`, `limiter` and `last_wave_ctas` of each config; and
/// where instructions were counted `ptx`, and where DRAM traffic was measured `dram`; each is null for configs where it
/// was not. `dram_notes` are at the end.
[[nodiscard]] std::string explain_json(const Explanation& explanation);

/// For a spreadsheet: the columns of `explain_json`.
[[nodiscard]] std::string explain_csv(const Explanation& explanation);

}  // namespace tilewright::report
