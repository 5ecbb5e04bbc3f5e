#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/detail/refusals.hpp"

namespace tilewright::formats {

struct CsvField {
  std::string text = {};
  bool quoted = false;
};

struct CsvRow {
  std::vector<CsvField> fields = {};
  std::size_t line = 0;  ///< where it starts
};

/// Splits a text into rows, by RFC 4180: commas, fields in quotes that may hold commas, line breaks and doubled quotes;
/// either kind of line break; a last one is not needed. Empty lines are passed over.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text, std::size_t line = 1) : text_(text), line_(line) {}

  /// The next row; nothing at the end. Throws `RecordFault` for a row that breaks these rules or is not UTF-8; the next
  /// call goes on with the next line.
  [[nodiscard]] std::optional<CsvRow> next();

  /// Of the row that the last call to `next` has read or refused.
  [[nodiscard]] std::size_t line() const { return row_line_; }

 private:
  CsvField take_field();
  CsvField take_quoted_field();
  void end_line();
  [[nodiscard]] bool at_line_end() const;

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t line_;
  std::size_t row_line_ = 0;
};

/// The names of the columns, by which rows are read.
class CsvHeader {
 public:
  /// Throws `RecordFault` for a repeated name.
  explicit CsvHeader(const CsvRow& row);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return find(name).has_value(); }

  /// The field of that column. Throws `RecordFault` when there is no such column. Precondition: `check` of the row.
  [[nodiscard]] const std::string& field(const CsvRow& row, std::string_view name) const;

  /// As `field`, as a finite number; throws `RecordFault` when it is none.
  [[nodiscard]] double number(const CsvRow& row, std::string_view name) const;

  /// Throws `RecordFault` for a row with more or fewer fields.
  void check(const CsvRow& row) const;

 private:
  std::vector<std::string> names_ = {};
};

/// Calls `read` with each row that is left, and refuses those that are broken or for which it throws `RecordFault`.
template <typename Read>
void for_each_row(CsvReader& csv, Refusals& refusals, Read read) {
  for (bool goes_on = true; goes_on;) {
    try {
      const auto row = csv.next();
      goes_on = row.has_value();
      if (row) read(*row);
    } catch (const RecordFault& fault) {
      refusals.add(csv.line(), fault.what());
    }
  }
}

/// A field as RFC 4180 wants it; always in quotes when `quoted`.
[[nodiscard]] std::string csv_field(std::string_view text, bool quoted);

}  // namespace tilewright::formats
