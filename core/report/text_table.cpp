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

bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F; }

/// U+0080 to U+009F, in UTF-8.
bool starts_long_control(std::string_view text) {
  return text.size() >= 2 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) >= 0x80 &&
         static_cast<unsigned char>(text[1]) < 0xA0;
}

std::vector<Row> printable_rows(std::span<const Row> rows) {
  std::vector<Row> shown(rows.begin(), rows.end());
  for (Row& row : shown)
    for (std::string& cell : row.cells) cell = printable(cell);
  return shown;
}

std::vector<Column> printable_columns(std::span<const Column> columns) {
  std::vector<Column> shown(columns.begin(), columns.end());
  for (Column& column : shown) column.header = printable(column.header);
  return shown;
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

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const bool is_long = starts_long_control(text);
    shown += is_long || is_control(text[0]) ? '?' : text[0];
    text.remove_prefix(is_long ? 2 : 1);
  }
  return shown;
}

std::string one_line(std::string_view text, std::size_t most) {
  constexpr std::string_view kMore = "...";
  std::string line;
  std::size_t width = 0;
  for (const char byte : text) {
    width += starts_code_point(byte) ? 1 : 0;
    if (width > most - kMore.size() && display_width(text) > most) return line.append(kMore);
    line += is_control(byte) ? ' ' : byte;
  }
  return line;
}

std::string text_table(std::span<const Column> raw_columns, std::span<const Row> raw_rows, const Style& style) {
  const std::vector<Column> columns = printable_columns(raw_columns);
  const std::vector<Row> rows = printable_rows(raw_rows);
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
