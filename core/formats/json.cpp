#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostNames = 2'000;  ///< in one object; records have up to some 100

/// `[TAG] parse error at line 1, column 5: WHY` without its tag and its place, which counts from the record.
std::string why_of(std::string_view message) {
  if (const std::size_t tag = message.find("] "); message.starts_with('[') && tag != message.npos)
    message.remove_prefix(tag + 2);
  if (const std::size_t place = message.find(": "); message.starts_with("parse error at") && place != message.npos)
    message.remove_prefix(place + 2);
  const std::string quoted = shown(message);
  return quoted.substr(1, quoted.size() - 2);
}

/// Builds a tree as the parser goes, in time linear in the text, whatever it holds.
class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  TreeBuilder() = default;
  TreeBuilder(const TreeBuilder&) = delete;  // pointers into the tree
  TreeBuilder& operator=(const TreeBuilder&) = delete;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override {
    const bool fits = value <= static_cast<number_unsigned_t>(std::numeric_limits<number_integer_t>::max());
    return fits ? add(static_cast<number_integer_t>(value)) : add(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool key(string_t& value) override {
    key_ = std::move(value);
    return true;
  }
  bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override {
    check_names(*open_.back());
    open_.pop_back();
    return true;
  }
  bool end_array() override {
    open_.pop_back();
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& fault) override {
    throw RecordFault(fmt::format("not JSON: {}", why_of(fault.what())));
  }

  [[nodiscard]] Json take() { return std::move(root_).value(); }

 private:
  bool add(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (open_.size() == kDeepest) throw RecordFault(fmt::format("over {} levels of brackets", kDeepest));
    open_.push_back(&place(std::move(container)));
    return true;
  }

  Json& place(Json value) {
    if (open_.empty()) return root_.emplace(std::move(value));
    if (open_.back()->is_array()) return open_.back()->get_ref<Json::array_t&>().emplace_back(std::move(value));
    // As the vector that it is: its own functions look for the name first, which is quadratic.
    auto& members = static_cast<Json::object_t::Container&>(open_.back()->get_ref<Json::object_t&>());
    return members.emplace_back(std::move(key_), std::move(value)).second;
  }

  static void check_names(const Json& object) {
    if (object.size() > kMostNames) throw RecordFault(fmt::format("over {} names in one object", kMostNames));
    std::vector<std::string_view> names;
    for (const auto& entry : object.get_ref<const Json::object_t&>()) names.emplace_back(entry.first);
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    if (twice != names.end()) throw RecordFault(fmt::format("field {} is there twice", shown(*twice)));
  }

  std::optional<Json> root_ = {};
  std::vector<Json*> open_ = {};  ///< containers that are not closed; each is the last element of the one before
  std::string key_ = {};
};

/// One past the text that starts at `begin`, or the position of the line break that it does not survive.
std::size_t string_end(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    i = text.find_first_of("\"\\\n", i);
    if (i == text.npos) break;
    if (text[i] == '"') return i + 1;
    if (text[i] == '\n') return i;
    if (i + 1 < text.size() && text[i + 1] != '\n') ++i;
  }
  return text.size();
}

bool is_word(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }

/// The text with NaN, Infinity and -Infinity in quotes where they stand as values.
std::string with_quoted_words(std::string_view text) {
  std::string quoted;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text[i] == '"') end = string_end(text, i);
    const bool negative = text[i] == '-' && end < text.size() && is_word(text[end]);
    if (negative || is_word(text[i]))
      while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view token = text.substr(i, end - i);
    const bool is_number = token == "NaN" || token == "Infinity" || token == "-Infinity";
    if (is_number) quoted += '"';
    quoted += token;
    if (is_number) quoted += '"';
    i = end;
  }
  return quoted;
}

/// Cheap: whether `with_quoted_words` may have something to do.
bool may_have_words(std::string_view text) {
  return text.find("NaN") != text.npos || text.find("Infinity") != text.npos;
}

std::size_t scalar_end(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find_first_of(",]}:{[\" \t\r\n", begin);
  return end == text.npos ? text.size() : end;
}

}  // namespace

Json parse_json(std::string_view text) {
  TreeBuilder builder;
  if (may_have_words(text))
    Json::sax_parse(with_quoted_words(text), &builder);
  else
    Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

std::size_t json_end(std::string_view text, std::size_t begin,
                     const std::function<bool(std::size_t line_begin)>& stop) {
  std::size_t depth = 0;
  std::size_t i = begin;
  while (i < text.size()) {
    const char byte = text[i];
    if (byte == '"') {
      i = string_end(text, i);
      if (depth == 0) return i;
      continue;
    }
    ++i;
    if (byte == '{' || byte == '[')
      ++depth;
    else if (depth == 0)
      return scalar_end(text, i);
    else if (byte == '}' || byte == ']') {
      if (--depth == 0) return i;
    } else if (byte == '\n' && stop && stop(i)) {
      return text.npos;
    }
  }
  return text.npos;
}

const Json* find(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto& members = object.get_ref<const Json::object_t&>();
  const auto found = std::ranges::find_if(members, [&](const auto& entry) { return entry.first == name; });
  return found == members.end() ? nullptr : &found->second;
}

const Json& member(const Json& object, std::string_view name) {
  if (const Json* value = find(object, name)) return *value;
  throw RecordFault(fmt::format("field '{}' is missing", name));
}

std::string text_member(const Json& object, std::string_view name) {
  const Json& value = member(object, name);
  if (value.is_string()) return value.get<std::string>();
  throw RecordFault(fmt::format("field '{}' is {}; a text is expected", name, shown(value.dump())));
}

double number_member(const Json& object, std::string_view name) {
  const Json& value = member(object, name);
  if (const auto number = number_of(value)) return *number;
  throw RecordFault(fmt::format("field '{}' is {}; a number is expected", name, shown(value.dump())));
}

std::string text_or_empty(const Json& object, std::string_view name) {
  const Json* value = find(object, name);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

std::optional<double> number_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  const bool is_number = text == "NaN" || text == "Infinity" || text == "-Infinity";
  return is_number ? parse_number(text) : std::nullopt;
}

Value value_of(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number_float()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  return value.dump();
}

std::optional<std::vector<double>> numbers_of(const Json& value) {
  if (!value.is_array()) return std::nullopt;
  std::vector<double> numbers;
  numbers.reserve(value.size());
  for (const Json& element : value) {
    if (!element.is_number()) return std::nullopt;
    numbers.push_back(element.get<double>());
  }
  return numbers;
}

Json to_json(const Value& value) {
  if (const double* real = std::get_if<double>(&value); real != nullptr && !std::isfinite(*real))
    return *real > 0 ? "Infinity" : "-Infinity";
  return std::visit([](const auto& typed) { return Json(typed); }, value);
}

Json to_json(const Config& config) {
  Json object = Json::object();
  for (std::size_t i = 0; i < config.size(); ++i) object[config.names()[i]] = to_json(config.values()[i]);
  return object;
}

}  // namespace tilewright::formats
