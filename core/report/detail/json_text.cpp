#include "core/report/detail/json_text.hpp"

#include <algorithm>
#include <utility>

namespace tilewright::report {
namespace {

constexpr std::size_t kIndent = 2;

std::string scalar_text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool is_flat(const Json& value) {
  return std::ranges::none_of(value, [](const Json& child) { return child.is_structured(); });
}

void append(std::string& text, const Json& value, std::size_t depth) {
  if (!value.is_structured()) {
    text += scalar_text(value);
    return;
  }
  const bool flat = is_flat(value) && depth > 0;
  const auto new_line = [&](std::size_t level) { text.append("\n").append(kIndent * level, ' '); };
  text += value.is_object() ? '{' : '[';
  bool first = true;
  for (const auto& [name, child] : value.items()) {
    if (!std::exchange(first, false)) text += flat ? ", " : ",";
    if (!flat) new_line(depth + 1);
    if (value.is_object()) text += scalar_text(name) + ": ";
    append(text, child, depth + 1);
  }
  if (!flat && !value.empty()) new_line(depth);
  text += value.is_object() ? '}' : ']';
}

}  // namespace

std::string json_text(const Json& value) {
  std::string text;
  append(text, value, 0);
  return text + "\n";
}

Json to_json(const Config& config) {
  Json object = Json::object();
  for (std::size_t i = 0; i < config.size(); ++i)
    std::visit([&](const auto& value) { object[config.names()[i]] = value; }, config.values()[i]);
  return object;
}

}  // namespace tilewright::report
