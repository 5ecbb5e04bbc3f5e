#include "core/report/text_table.hpp"

#include <algorithm>
#include <cassert>

namespace tilewright::report {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::string_view kEmphasis = "\033[1;32m";  // bold green
constexpr std::string_view kPlain = "\033[0m";

/// Every byte of UTF-8 does but those of the form 10xxxxxx.
bool starts_code_point(char byte) { return (byte & 0xC0) != 0x80; }

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(cell)), ' ');
  return align == Align::left ? cell + blanks : blanks + cell;
}

std::vector<std::size_t> widths_of(std::span<const Column> columns, std::span<const Row> rows) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t width = display_width(columns[i].header);
    for (const Row& row : rows) width = std::max(width, display_width(row.cells[i]));
    widths.push_back(width);
  }
  return widths;
}

std::string line_of(const std::vector<std::string>& cells, std::span<const Column> columns,
                    const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += kGap;
    line += padded(cells[i], widths[i], columns[i].align);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_code_point));
}

std::string words(std::string_view id) {
  std::string text(id);
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string one_line(std::string_view text, std::size_t most) {
  constexpr std::string_view kMore = "...";
  std::string line;
  std::size_t width = 0;
  for (const char byte : text) {
    width += starts_code_point(byte) ? 1 : 0;
    if (width > most - kMore.size() && display_width(text) > most) return line.append(kMore);
    const bool control = static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
    line += control ? ' ' : byte;
  }
  return line;
}

std::string text_table(std::span<const Column> columns, std::span<const Row> rows, const Style& style) {
  const std::vector<std::size_t> widths = widths_of(columns, rows);
  std::vector<std::string> headers;
  std::vector<std::string> rules;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    headers.push_back(columns[i].header);
    rules.emplace_back(columns[i].header.empty() ? 0 : widths[i], '-');
  }
  std::string text = line_of(headers, columns, widths) + "\n" + line_of(rules, columns, widths) + "\n";
  for (const Row& row : rows) {
    assert(row.cells.size() == columns.size());
    const std::string line = line_of(row.cells, columns, widths);
    if (row.emphasized && style.colour)
      text.append(kEmphasis).append(line).append(kPlain).append("\n");
    else
      text.append(line).append("\n");
  }
  return text;
}

}  // namespace tilewright::report
