#include "core/store/config_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include "core/error.hpp"

namespace tilewright::store {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '=') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result;
}

/// Nothing when a backslash stands where `escaped` puts none.
std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    if (++i == text.size() || (text[i] != '\\' && text[i] != '=' && text[i] != 'n')) return std::nullopt;
    result += text[i] == 'n' ? '\n' : text[i];
  }
  return result;
}

std::string value_text(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return '"' + escaped(*text) + '"';
  if (const auto* real = std::get_if<double>(&value)) return to_text(Value(*real + 0.0));  // -0.0 equals 0.0
  return to_text(value);
}

template <typename Number>
std::optional<Value> number_of(std::string_view text) {
  Number number{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<Value> parse_value(std::string_view text) {
  if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) {
    auto inside = unescaped(text.substr(1, text.size() - 2));
    return inside ? std::optional<Value>(*std::move(inside)) : std::nullopt;
  }
  if (text == "true") return true;
  if (text == "false") return false;
  const bool is_integer = text.find_first_not_of("-0123456789") == text.npos;
  return is_integer ? number_of<std::int64_t>(text) : number_of<double>(text);
}

/// The position of the first `=` that is not escaped.
std::size_t end_of_name(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && line[at] != '=') at += line[at] == '\\' ? 2 : 1;
  return at;
}

}  // namespace

std::string canonical_text(const Config& config) {
  std::string text;
  for (std::size_t i = 0; i < config.size(); ++i)
    text.append(escaped(config.names()[i])).append("=").append(value_text(config.values()[i])).append("\n");
  return text;
}

Config parse_canonical_text(std::string_view text) {
  Config::Names names;
  std::vector<Value> values;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t equals = end_of_name(line);
    auto name = unescaped(line.substr(0, equals));
    auto value = equals < line.size() ? parse_value(line.substr(equals + 1)) : std::nullopt;
    if (!name || !value || line.size() == text.size())
      throw Error(ErrorKind::bad_file, fmt::format("store: '{}' is no line of a config; the file is damaged", line));
    names.push_back(*std::move(name));
    values.push_back(*std::move(value));
    text.remove_prefix(line.size() + 1);
  }
  return {std::make_shared<const Config::Names>(std::move(names)), std::move(values)};
}

}  // namespace tilewright::store
