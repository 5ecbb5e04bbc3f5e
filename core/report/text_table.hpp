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

/// Aligned columns under their headers and a line. Lines have no blanks at their end. Cells are shown as `printable`.
[[nodiscard]] std::string text_table(std::span<const Column> columns, std::span<const Row> rows, const Style& style);

/// An id in snake_case as words: `shared_memory` is "shared memory".
[[nodiscard]] std::string words(std::string_view id);

/// `text` without what a terminal would obey: each control character, of one byte or of two, is a `?`.
[[nodiscard]] std::string printable(std::string_view text);

/// `text` in one line of at most `most` columns: line breaks and other control characters become blanks, what is over
/// becomes "...".
[[nodiscard]] std::string one_line(std::string_view text, std::size_t most);

/// How many columns of a terminal a UTF-8 text takes, one for each code point.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace tilewright::report
