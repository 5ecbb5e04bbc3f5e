#pragma once

#include <optional>
#include <string>

#include "core/gemm/shape.hpp"
#include "core/report/text_table.hpp"
#include "core/tuning/config.hpp"

namespace tilewright::report {

/// What is measured of a shape in a table.
struct KnownShape {
  gemm::GemmShape shape;
  double median_ms = 0;                     ///< of the config that was picked for it
  std::optional<double> default_ms = {};    ///< of the table's default
  std::optional<double> predicted_ms = {};  ///< of the pick
};

/// The config for a shape out of a table, as it is reported.
struct LookupResult {
  gemm::GemmShape shape;
  std::string found;    ///< `exact`, `nearest` or `default`
  double distance = 0;  ///< from `known`, in doublings
  Config config;
  std::string label;  ///< of the config
  std::optional<KnownShape> known = {};
  std::string gpu;  ///< of the table
};

[[nodiscard]] std::string lookup_table(const LookupResult& result, const Style& style);

/// Schema `tilewright.lookup/1`.
[[nodiscard]] std::string lookup_json(const LookupResult& result);

/// One line under its header; the parameters of the config are columns.
[[nodiscard]] std::string lookup_csv(const LookupResult& result);

}  // namespace tilewright::report
