#pragma once

#include <string>
#include <vector>

#include "core/store/inventory.hpp"

// The store as rows for tables and as files for other programs.
namespace tilewright::store {

/// `2026-11-30T04:22:58Z`
[[nodiscard]] std::string utc_text(std::int64_t time_s);

/// `entry`, `problem`, `device`, `method`, what there is of it, `first` and `last`: a row for `store list`.
[[nodiscard]] Config row_of(const Entry& entry);

/// A row for each config of an entry, in the order of their first measurement: the config's values, `samples`,
/// `median_ms` (0 without samples), `failure` (the kind of the last record, if it is one) and `last`.
[[nodiscard]] std::vector<Config> rows_of(Inventory& inventory, const Entry& entry);

/// A line of JSON for each record and for each choice: `context`, `config`, `time`, `conditions`, and `samples_ms` and
/// `failure`, or `rule` and `why`.
[[nodiscard]] std::string json_lines(Inventory& inventory, const Where& where);

/// A line for each sample and each failure, with `entry`, `problem`, `device`, the config as one field, `time`,
/// `sample`, `ms`, `failure_kind` and `failure_text`.
[[nodiscard]] std::vector<Config> sample_rows(Inventory& inventory, const Where& where);

}  // namespace tilewright::store
