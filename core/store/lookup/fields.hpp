#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// C++17, for programs that are not C++20 yet.
namespace tilewright::lookup {

using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Values by name, in order: a config, a device. Names are distinct.
using Fields = std::vector<std::pair<std::string, Value>>;

/// Null when there is no such name.
[[nodiscard]] inline const Value* find(const Fields& fields, std::string_view name) {
  for (const auto& [each, value] : fields)
    if (each == name) return &value;
  return nullptr;
}

/// `otherwise` when there is no integer of that name.
[[nodiscard]] inline std::int64_t integer(const Fields& fields, std::string_view name, std::int64_t otherwise) {
  const Value* const value = find(fields, name);
  const auto* const number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number == nullptr ? otherwise : *number;
}

/// `true`, `64`, `0.5`, `text`.
[[nodiscard]] inline std::string text_of(const Value& value) {
  if (const auto* const text = std::get_if<std::string>(&value)) return *text;
  if (const auto* const flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* const number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  std::array<char, 32> digits{};
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), *std::get_if<double>(&value)).ptr;
  return {digits.data(), end};
}

/// Whether both say the same: the integer 40 is the real 40.
[[nodiscard]] inline bool same(const Value& a, const Value& b) {
  const auto real = [](const Value& value) -> std::optional<double> {
    if (const auto* const number = std::get_if<double>(&value)) return *number;
    if (const auto* const number = std::get_if<std::int64_t>(&value)) return static_cast<double>(*number);
    return std::nullopt;
  };
  if (a.index() == b.index()) return a == b;
  return real(a) && real(b) && *real(a) == *real(b);
}

/// The first of `wanted` that `fields` has not, or has otherwise, as `'sms' is 46, not 132`; nothing when all are there
/// as they should be. What `fields` has besides does not matter.
[[nodiscard]] inline std::optional<std::string> first_difference(const Fields& fields, const Fields& wanted) {
  for (const auto& [name, value] : wanted) {
    const Value* const there = find(fields, name);
    if (there != nullptr && same(*there, value)) continue;
    return "'" + name + "' is " + (there == nullptr ? "not there" : text_of(*there)) + ", not " + text_of(value);
  }
  return std::nullopt;
}

}  // namespace tilewright::lookup
