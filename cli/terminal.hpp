#pragma once

#include <string_view>

#include "core/report/text_table.hpp"

namespace tilewright::cli {

/// Colour when standard output is a terminal that has it, and NO_COLOR is not set (https://no-color.org).
[[nodiscard]] report::Style stdout_style();

/// Whether somebody watches standard error, so that progress is of use.
[[nodiscard]] bool stderr_is_terminal();

/// One line on standard error, `tilewright: ` in front; control characters become `?`.
void complain(std::string_view message);

}  // namespace tilewright::cli
