#include "cli/numbers.hpp"

#include <fmt/format.h>

#include <charconv>

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

SampleCount parse_sample_count(std::string_view flag, std::string_view text, int least) {
  constexpr int kMost = 1'000'000;
  constexpr double kMostMs = 60'000;
  constexpr std::string_view kUnit = "ms";
  const auto count = number_of<int>(text);
  if (count && *count >= least && *count <= kMost) return {.count = *count};
  if (text.ends_with(kUnit)) {
    const auto total_ms = number_of<double>(text.substr(0, text.size() - kUnit.size()));
    if (total_ms && *total_ms > 0 && *total_ms <= kMostMs) return {.count = {}, .total_ms = *total_ms};  // no NaN
  }
  throw Error(ErrorKind::bad_argument,
              fmt::format("--{} '{}' is not possible; give an integer from {} to {}, or a time up to {}ms as 100ms",
                          flag, text, least, kMost, kMostMs));
}

}  // namespace tilewright::cli
