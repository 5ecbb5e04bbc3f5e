#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/formats/detail/text.hpp"

namespace tilewright::formats {

/// A place in a JSON text that goes forward and knows its line.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t line) : text_(text), line_(line) {}

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] std::size_t line() const { return line_; }
  [[nodiscard]] bool at_end() const { return position_ >= text_.size(); }
  [[nodiscard]] char byte() const { return at_end() ? '\0' : text_[position_]; }

  /// Not back; behind the end is the end.
  void move_to(std::size_t position) {
    const std::size_t next = std::min(position, text_.size());
    line_ += count_lines(text_.substr(position_, next - position_));
    position_ = next;
  }

  void skip_any_of(std::string_view bytes) { move_to(text_.find_first_not_of(bytes, position_)); }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t line_;
};

inline constexpr std::string_view kJsonSpaces = " \t\r\n";
inline constexpr std::string_view kJsonSeparators = " \t\r\n,";

/// The name of a member that the cursor stands on; the cursor then stands on its value. Throws `RecordFault` when there
/// is no name, or no colon behind it.
[[nodiscard]] std::string take_name(Cursor& cursor);

}  // namespace tilewright::formats
