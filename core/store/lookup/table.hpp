#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/store/lookup/fields.hpp"
#include "core/store/lookup/shape.hpp"

namespace tilewright::lookup {

/// What was found for one shape, and how fast it was.
struct Entry {
  Shape shape;
  std::size_t config = 0;              ///< position in `Table::configs`
  double median_ms = 0;                ///< finite and positive, like all times
  std::optional<double> default_ms;    ///< of the table's default on this shape; nothing: it cannot run there
  std::optional<double> predicted_ms;  ///< by the model, if there is one
  std::int64_t samples = 0;            ///< behind `median_ms`

  [[nodiscard]] bool slower_than_default() const { return default_ms && *default_ms < median_ms; }
};

/// Which config is best for which shape, on one device.
struct Table {
  Fields key;                   ///< what was tuned: kernel, dtype, layouts, epilogue
  Fields method;                ///< how: backend, its options, those of tuning
  Fields device;                ///< the fields of `gemm::GpuSpec`
  std::vector<Fields> configs;  ///< distinct: a program compiles each once
  std::size_t default_config = 0;
  std::vector<Entry> entries;  ///< distinct shapes, in order
};

/// The position of `config` in `configs`, where it is put if it is not there.
inline std::size_t position_of(const Fields& config, std::vector<Fields>& configs) {
  std::size_t position = 0;
  while (position < configs.size() && configs[position] != config) ++position;
  if (position == configs.size()) configs.push_back(config);
  return position;
}

}  // namespace tilewright::lookup
