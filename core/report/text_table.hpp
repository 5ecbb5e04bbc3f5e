#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::report {

/// How text is decorated. Nothing is said by colour alone.
struct Style {
  bool colour = false;  ///< ANSI escape sequences, for a terminal
};

/// Numbers stand right, so that their points meet; text stands left.
enum class Align { left, right };

struct Column {
  std::string header;
  Align align = Align::right;
};

struct Row {
  std::vector<std::string> cells;  ///< one for each column
  bool emphasized = false;         ///< shown in colour where there is colour
};

/// Aligned columns under their headers and a line. Lines have no blanks at their end.
[[nodiscard]] std::string text_table(std::span<const Column> columns, std::span<const Row> rows, const Style& style);

/// How many columns of a terminal a UTF-8 text takes, one for each code point.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace tilewright::report
