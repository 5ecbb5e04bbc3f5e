#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/tuning/config.hpp"

namespace tilewright::formats {

/// The names of the last config that was made, for the next one to share.
class NameCache {
 private:
  friend class NamedValues;
  std::shared_ptr<const Config::Names> names_ = std::make_shared<const Config::Names>();
};

/// Collects the values of one config. Configs with the same names one after the other share them.
class NamedValues {
 public:
  explicit NamedValues(NameCache& cache) : cache_(cache) {}

  /// A number that is not finite becomes a text: `NaN`, `Infinity` or `-Infinity`.
  void add(std::string_view name, Value value);

  /// What was added. Throws `RecordFault` for an empty or repeated name.
  [[nodiscard]] Config take() &&;

 private:
  NameCache& cache_;
  std::size_t same_ = 0;      ///< how many names are the same as the cached ones
  Config::Names added_ = {};  ///< the names from there on
  std::vector<Value> values_ = {};
};

}  // namespace tilewright::formats
