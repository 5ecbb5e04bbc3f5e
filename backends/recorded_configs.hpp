#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/recording.hpp"
#include "core/tuning/problem.hpp"

namespace tilewright::backends {

/// The values that one parameter takes, in the order in which they come up; found by value.
class ValueIndex {
 public:
  /// The position of `value`, which is added if it is new.
  std::size_t add(const Value& value);

  /// Nothing for a value that does not come up.
  [[nodiscard]] std::optional<std::size_t> find(const Value& value) const;

  [[nodiscard]] const std::vector<Value>& values() const { return values_; }

 private:
  std::vector<Value> values_;
  std::vector<std::int64_t> integers_;  // the values, as long as all are integers: the common case, fast when few
  std::unordered_map<Value, std::size_t> positions_;
};

/// What was recorded of one config.
struct RecordedConfig {
  ConfigIndex index = 0;         ///< in the product of the values that come up
  std::uint64_t hash = 0;        ///< of names and values: the same in every recording and process
  std::size_t first_sample = 0;  ///< in `RecordedConfigs::samples_ms`
  std::size_t samples = 0;       ///< from 1 when there is no failure
  std::optional<Failure> failure = {};
  Resources resources = {};  ///< of the facts `smem_bytes` and `registers`
};

/// A recording, to look configs up in: no text is made or compared for a config of its space.
///
/// Rows of one config are put together: their samples in the order of the file, where a row without samples gives the
/// time that it states; the first failure counts when there are none. A row that was neither timed nor failed is one of
/// a config that was not recorded. Rows with other parameters than the first row are left out.
class RecordedConfigs {
 public:
  /// Throws `Error` when the values make a product of more than 2^63 - 1 configs, or there is no row to use.
  explicit RecordedConfigs(const formats::Recording& recording);

  /// The configs that there are, or the whole product of their values; in the order of that product.
  [[nodiscard]] const Space& space() const { return space_; }
  [[nodiscard]] Space product() const { return Space(space_.parameters()); }

  /// Ascending by index.
  [[nodiscard]] const std::vector<RecordedConfig>& configs() const { return configs_; }

  /// All samples, those of one config side by side.
  [[nodiscard]] const Samples& samples_ms() const { return samples_ms_; }

  /// The position in `configs()`; nothing for a config that is not there. Fast for those of the space.
  [[nodiscard]] std::optional<std::size_t> find(const Config& config) const;

  [[nodiscard]] std::size_t rows_left_out() const { return rows_left_out_; }

 private:
  struct RowGroup;

  [[nodiscard]] std::optional<ConfigIndex> index_of(const Config& config) const;
  [[nodiscard]] std::vector<RowGroup> grouped(const formats::Recording& recording);
  void add(const RowGroup& group);

  std::vector<ValueIndex> values_;  // one for each parameter
  Space space_;
  std::vector<RecordedConfig> configs_;
  std::unordered_map<ConfigIndex, std::size_t> positions_;
  Samples samples_ms_;
  std::size_t rows_left_out_ = 0;
};

/// Which configs are tuned: those that were recorded, or all that their values can make.
enum class ReplaySpace { recorded, product };

/// What a recording is a measurement of: named as its kernel, its key the recording's problem and device (`gpu`).
/// Without a model. The functions share `recorded`.
[[nodiscard]] TuningProblem replay_problem(const formats::Recording& recording,
                                           std::shared_ptr<const RecordedConfigs> recorded,
                                           ReplaySpace space = ReplaySpace::recorded);

}  // namespace tilewright::backends
