#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tilewright::report {

/// A field as RFC 4180 wants it: in quotes when it holds a comma, a quote or a line break, quotes doubled.
[[nodiscard]] std::string csv_field(std::string_view text);

/// The fields of one record with commas between them, and a line feed.
[[nodiscard]] std::string csv_line(std::span<const std::string> fields);

}  // namespace tilewright::report
