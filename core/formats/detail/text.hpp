#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/tuning/config.hpp"

namespace tilewright::formats {

/// A text of a file as messages show it: in quotes, short, in one line, without control characters.
[[nodiscard]] std::string shown(std::string_view text);

/// Without spaces, tabs and line breaks at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

/// Takes the part of `rest` up to the next `separator`, and that too; all of it when there is none.
[[nodiscard]] std::string_view take_part(std::string_view& rest, char separator);

/// The line breaks in a text.
[[nodiscard]] std::size_t count_lines(std::string_view text);

/// A number that fills the text but for spaces at its ends; may be infinite or NaN, in any spelling. Nothing for other
/// texts, "1,000" among them, and for numbers beyond the range of a double.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// An integer, else a finite number, else the text itself.
[[nodiscard]] Value parse_value(std::string_view text);

}  // namespace tilewright::formats
