#include "cli/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "core/error.hpp"

namespace tilewright::cli {
namespace {

/// Nothing when a part of `text` is left over or the number does not fit its type.
template <typename Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

template <typename Number>
Number parse(std::string_view flag, std::string_view text, Number least, Number most, std::string_view what) {
  const std::optional<Number> number = number_of<Number>(text);
  if (number && *number >= least && *number <= most) return *number;  // false for NaN
  throw Error(ErrorKind::bad_argument,
              fmt::format("--{} '{}' is not possible; give {} from {} to {}", flag, text, what, least, most));
}

}  // namespace

std::int64_t parse_integer(std::string_view flag, std::string_view text, std::int64_t least, std::int64_t most) {
  return parse(flag, text, least, most, "an integer");
}

double parse_real(std::string_view flag, std::string_view text, double least, double most) {
  return parse(flag, text, least, most, "a number");
}

}  // namespace tilewright::cli
