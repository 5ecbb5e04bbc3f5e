#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tilewright::formats {

/// Without the escape codes that colour a terminal and move its cursor.
[[nodiscard]] std::string without_escapes(std::string_view text);

/// Calls `visit` with each line of a log as a terminal shows it, trimmed: without escape codes, each redraw (after a
/// carriage return) a line of its own, and without empty ones and the redraws of a line that repeat the one before.
/// `number` is that of the line in the file, from 1; `visit` returns whether to go on.
void for_each_log_line(std::string_view text,
                       const std::function<bool(std::string_view line, std::size_t number)>& visit);

}  // namespace tilewright::formats
