#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/text_table.hpp"
#include "core/tuning/config.hpp"

// Rows that are configs of the same names, which are the columns. Of no rows there is nothing but what frames them.
namespace tilewright::report {

[[nodiscard]] std::string config_table(std::span<const Config> rows, const Style& style);

/// `schema`, and an array of objects under `name`.
[[nodiscard]] std::string config_json(std::string_view schema, std::string_view name, std::span<const Config> rows);

[[nodiscard]] std::string config_csv(std::span<const Config> rows);

}  // namespace tilewright::report
