#include "core/formats/detail/log_text.hpp"

#include <algorithm>

#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

constexpr char kEscape = '\x1b';

/// Bytes of the escape code that a text starts with (ECMA-48: `ESC [`, parameters, a byte from @ to ~; else two bytes).
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2 || text[1] != '[') return std::min<std::size_t>(text.size(), 2);
  std::size_t i = 2;
  while (i < text.size() && text[i] >= ' ' && text[i] <= '?') ++i;
  return std::min(i + 1, text.size());
}

}  // namespace

std::string without_escapes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find(kEscape), text.size());
    plain += text.substr(0, begin);
    text.remove_prefix(begin);
    if (!text.empty()) text.remove_prefix(escape_length(text));
  }
  return plain;
}

void for_each_log_line(std::string_view text,
                       const std::function<void(std::string_view line, std::size_t number)>& visit) {
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    std::string last;
    for (std::string_view redraws = take_part(text, '\n'); !redraws.empty();) {
      const std::string plain = without_escapes(take_part(redraws, '\r'));
      const std::string_view line = trimmed(plain);
      if (!line.empty() && line != last) visit(line, number);
      last = line;
    }
  }
}

}  // namespace tilewright::formats
