#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/store/lookup/fields.hpp"
#include "core/store/lookup/utf8.hpp"

namespace tilewright::lookup {

/// Reads JSON (RFC 8259) from front to back, as its caller expects it: what is there instead throws `Error` (bad_file)
/// with source, line and what is wrong. It calls itself for nothing, so that no nesting can exhaust the stack.
class JsonReader {
 public:
  JsonReader(std::string_view text, std::string source) : text_(text), source_(std::move(source)) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;  // a byte-order mark
  }

  [[noreturn]] void refuse(const std::string& what) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw Error(ErrorKind::bad_file, source_ + ":" + std::to_string(line) + ": " + what);
  }

  /// `text` in quotes, cut where it is long: an error is one line.
  [[nodiscard]] static std::string quoted(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    const bool fits = text.size() <= kLongest;
    return "'" + std::string(text.substr(0, kLongest)) + (fits ? "'" : "...'");
  }

  /// An object of distinct names: calls `read(name)` for each, which reads the value. Returns the names.
  template <typename Read>
  std::vector<std::string> object(Read read) {
    constexpr std::size_t kMost = 256;
    std::vector<std::string> names;
    expect('{');
    if (take('}')) return names;
    do {
      names.push_back(text());
      if (std::count(names.begin(), names.end(), names.back()) > 1) refuse(quoted(names.back()) + " is there twice");
      if (names.size() > kMost) refuse("an object has over " + std::to_string(kMost) + " members");
      expect(':');
      read(names.back());
    } while (take(','));
    expect('}');
    return names;
  }

  /// Calls `read()` for each element, which reads it.
  template <typename Read>
  void array(Read read) {
    expect('[');
    if (take(']')) return;
    do read();
    while (take(','));
    expect(']');
  }

  std::string text() {
    expect('"');
    std::string result;
    while (peek() != '"') append_character(result);
    ++at_;
    return result;
  }

  /// A boolean, a number or a text. A number without point and exponent is an integer.
  Value value() {
    skip_blanks();
    if (peek() == '"') return text();
    if (take_word("true")) return true;
    if (take_word("false")) return false;
    return number();
  }

  bool take_null() {
    skip_blanks();
    return take_word("null");
  }

  void expect_end() {
    skip_blanks();
    if (at_ != text_.size()) refuse("something follows the end of the table");
  }

 private:
  /// Where a value ends too early this is no character of JSON.
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool take(char wanted) {
    skip_blanks();
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) refuse(std::string("'") + wanted + "' is expected, not " + shown());
  }

  bool take_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  /// What stands here, for an error line.
  [[nodiscard]] std::string shown() const {
    if (at_ == text_.size()) return "the end";
    return quoted(text_.substr(at_, text_.find_first_of(" \t\r\n,:]}", at_ + 1) - at_));
  }

  void append_character(std::string& result) {
    if (at_ == text_.size()) refuse("a text is not closed");
    if (static_cast<unsigned char>(peek()) < 0x20) refuse("a text holds a control character or is not closed");
    if (peek() == '\\') return append_escape(result);
    const std::size_t length = utf8_length(text_.substr(at_));
    if (length == 0) refuse("a text is not UTF-8");
    result += text_.substr(at_, length);
    at_ += length;
  }

  void append_escape(std::string& result) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    ++at_;
    const std::size_t letter = kLetters.find(peek());
    if (peek() != 'u' && letter == kLetters.npos) refuse("a text has an escape that JSON does not know");
    ++at_;
    if (letter != kLetters.npos)
      result += kMeant[letter];
    else
      append_utf8(result, code_point());
  }

  /// Behind `\u`: four digits, or a pair of surrogates.
  std::uint32_t code_point() {
    const std::uint32_t high = hex();
    if (high < 0xD800 || high > 0xDFFF) return high;
    const std::uint32_t low = take_word("\\u") ? hex() : 0;
    if (high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) refuse("a text has half a surrogate pair");
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
  }

  std::uint32_t hex() {
    const std::string_view digits = text_.substr(at_, 4);
    std::uint32_t number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (digits.size() != 4 || fault != std::errc() || end != digits.data() + 4)
      refuse("a text has \\u without four digits");
    at_ += 4;
    return number;
  }

  std::size_t take_digits() {
    const std::size_t first = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ - first;
  }

  Value number() {
    const std::size_t first = at_;
    const auto fault = [&] { at_ = first, refuse("a value is expected, not " + shown()); };
    if (peek() == '-') ++at_;
    const bool zero = peek() == '0';
    const std::size_t digits = take_digits();
    if (digits == 0 || (zero && digits > 1)) fault();
    const std::size_t whole = at_;
    if (peek() == '.' && (++at_, take_digits() == 0)) fault();
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (take_digits() == 0) fault();
    }
    return at_ == whole ? Value(converted<std::int64_t>(first)) : Value(converted<double>(first));
  }

  template <typename Number>
  Number converted(std::size_t first) {
    Number result{};
    const auto fault = std::from_chars(text_.data() + first, text_.data() + at_, result).ec;
    if (fault != std::errc()) refuse("a number is out of range");
    return result;
  }

  std::string_view text_;
  std::string source_;
  std::size_t at_ = 0;
};

}  // namespace tilewright::lookup
