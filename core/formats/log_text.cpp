#include "core/formats/detail/log_text.hpp"

#include <algorithm>

#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

constexpr char kEscape = '\x1b';

/// Bytes of the escape code that a text starts with (ECMA-48): `ESC [`, parameters and a last byte, or ESC, bytes from
/// space to / and a last one.
std::size_t escape_length(std::string_view text) {
  const bool has_parameters = text.substr(1).starts_with('[');
  const char last_before_end = has_parameters ? '?' : '/';
  std::size_t i = has_parameters ? 2 : 1;
  while (i < text.size() && text[i] >= ' ' && text[i] <= last_before_end) ++i;
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
                       const std::function<bool(std::string_view line, std::size_t number)>& visit) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string last;
    for (std::string_view redraws = take_part(text, '\n'); !redraws.empty();) {
      const std::string_view redraw = trimmed(take_part(redraws, '\r'));
      if (redraw.empty()) continue;
      const std::string plain = without_escapes(redraw);
      const std::string_view line = trimmed(plain);
      if (!line.empty() && line != last && !visit(line, number)) return;
      last = line;
    }
  }
}

}  // namespace tilewright::formats
