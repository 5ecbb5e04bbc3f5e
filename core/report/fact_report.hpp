#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/report/text_table.hpp"

namespace tilewright::report {

/// One thing that was looked at: what, how it stands (`ok`, `missing`), and more on it.
struct Fact {
  std::string item;
  std::string status;
  std::string detail;
};

[[nodiscard]] std::string fact_table(std::span<const Fact> facts, const Style& style);

/// `schema`, and `facts`, an array of `item`, `status` and `detail`.
[[nodiscard]] std::string fact_json(std::string_view schema, std::span<const Fact> facts);

[[nodiscard]] std::string fact_csv(std::span<const Fact> facts);

}  // namespace tilewright::report
