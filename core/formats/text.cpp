#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

/// Bytes of the UTF-8 sequence that a text begins with; 0 when it begins with none (RFC 3629).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) > 0x9F;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool too_large = first == 0xF4 && byte(1) > 0x8F;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

template <typename Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string quoted = "'";
  while (!text.empty() && quoted.size() < kLongest) {
    const std::size_t length = utf8_length(text);
    const bool is_control = static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F;
    quoted += length == 0 || is_control ? "?" : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + (text.empty() ? "'" : "...'");
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string_view take_part(std::string_view& rest, char separator) {
  const std::string_view part = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

std::size_t count_lines(std::string_view text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

std::optional<double> parse_number(std::string_view text) { return whole_number<double>(trimmed(text)); }

Value parse_value(std::string_view text) {
  if (const auto integer = whole_number<std::int64_t>(text)) return *integer;
  if (const auto real = whole_number<double>(text); real && std::isfinite(*real)) return *real;
  return std::string(text);
}

}  // namespace tilewright::formats
