#include "core/formats/detail/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/formats/detail/text.hpp"

namespace tilewright::formats {

bool CsvReader::at_line_end() const {
  const std::string_view rest = text_.substr(position_);
  return rest.empty() || rest.starts_with('\n') || rest.starts_with("\r\n") || rest == "\r";
}

void CsvReader::end_line() {
  const std::size_t end = text_.find('\n', position_);
  position_ = end == text_.npos ? text_.size() : end + 1;
  ++line_;
}

CsvField CsvReader::take_quoted_field() {
  CsvField field{.quoted = true};
  for (++position_;;) {
    const std::size_t end = text_.find('"', position_);
    if (end == text_.npos) throw RecordFault("a quote is not closed");
    field.text += text_.substr(position_, end - position_);
    position_ = end + 1;
    if (!text_.substr(position_).starts_with('"')) return field;
    field.text += '"';
    ++position_;
  }
}

CsvField CsvReader::take_field() {
  if (text_.substr(position_).starts_with('"')) return take_quoted_field();
  const std::size_t end = std::min(text_.find_first_of(",\n", position_), text_.size());
  std::string_view field = text_.substr(position_, end - position_);
  const bool ends_line = end == text_.size() || text_[end] == '\n';
  if (ends_line && field.ends_with('\r')) field.remove_suffix(1);
  position_ += field.size();
  return {std::string(field), false};
}

std::optional<CsvRow> CsvReader::next() {
  while (position_ < text_.size() && at_line_end()) end_line();
  row_line_ = line_;
  if (position_ >= text_.size()) return std::nullopt;
  const std::size_t begin = position_;
  CsvRow row{.line = line_};
  try {
    while (true) {
      row.fields.push_back(take_field());
      if (at_line_end()) break;
      if (text_[position_] != ',') throw RecordFault("text follows a closing quote");
      ++position_;
    }
    if (!is_utf8(text_.substr(begin, position_ - begin))) throw RecordFault("it is not UTF-8");
  } catch (const RecordFault&) {
    // Its first line only: a quote that is not closed spoils no other.
    position_ = begin;
    end_line();
    throw;
  }
  line_ += count_lines(text_.substr(begin, position_ - begin));
  end_line();
  return row;
}

CsvHeader::CsvHeader(const CsvRow& row) {
  for (const CsvField& field : row.fields) names_.emplace_back(field.quoted ? field.text : trimmed(field.text));
  std::vector<std::string_view> ascending(names_.begin(), names_.end());
  std::ranges::sort(ascending);
  const auto twice = std::ranges::adjacent_find(ascending);
  if (twice != ascending.end()) throw RecordFault(fmt::format("column {} is there twice", shown(*twice)));
}

std::optional<std::size_t> CsvHeader::find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names_.begin()));
}

const std::string& CsvHeader::field(const CsvRow& row, std::string_view name) const {
  const auto column = find(name);
  if (!column) throw RecordFault(fmt::format("there is no column '{}'", name));
  return row.fields[*column].text;
}

double CsvHeader::number(const CsvRow& row, std::string_view name) const {
  const auto number = parse_number(field(row, name));
  if (number && std::isfinite(*number)) return *number;
  throw RecordFault(fmt::format("column '{}' is {}; a number is expected", name, shown(field(row, name))));
}

void CsvHeader::check(const CsvRow& row) const {
  if (row.fields.size() != names_.size())
    throw RecordFault(fmt::format("it has {} fields; the header has {}", row.fields.size(), names_.size()));
}

std::string csv_field(std::string_view text, bool quoted) {
  if (!quoted && text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string field = "\"";
  for (const char byte : text) {
    if (byte == '"') field += '"';
    field += byte;
  }
  return field + '"';
}

}  // namespace tilewright::formats
