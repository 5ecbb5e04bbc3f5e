#include "core/tuning/config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/view/zip.hpp>
#include <span>

#include "core/error.hpp"

namespace tilewright {
namespace {

std::string real_text(double value) {
  std::string text = fmt::format("{}", value);
  const bool looks_like_an_integer = text.find_first_not_of("-0123456789") == text.npos;
  return looks_like_an_integer ? text + ".0" : text;
}

template <typename T>
const T& as(const Config& config, std::string_view name, std::string_view type) {
  const Value& value = config.at(name);
  if (const T* typed = std::get_if<T>(&value)) return *typed;
  throw Error(ErrorKind::bad_argument,
              fmt::format("parameter '{}' is {}, which is not {}; read it as what it is", name, to_text(value), type));
}

Config::Names checked_names(std::span<const std::pair<std::string, Value>> entries) {
  Config::Names names;
  for (const auto& [name, value] : entries) {
    if (name.empty()) throw Error(ErrorKind::bad_argument, "a config has a parameter without a name; name it");
    if (ranges::find(names, name) != names.end())
      throw Error(ErrorKind::bad_argument, fmt::format("a config has parameter '{}' twice; keep one", name));
    if (const double* real = std::get_if<double>(&value); real != nullptr && std::isnan(*real))
      throw Error(ErrorKind::bad_argument, fmt::format("parameter '{}' is NaN; give it a number", name));
    names.push_back(name);
  }
  return names;
}

}  // namespace

std::string to_text(const Value& value) {
  struct Visitor {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t integer) const { return fmt::format_int(integer).str(); }
    std::string operator()(double real) const { return real_text(real); }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Visitor{}, value);
}

Config::Config(std::initializer_list<std::pair<std::string, Value>> entries)
    : Config(std::make_shared<const Names>(checked_names({entries.begin(), entries.size()})), {}) {
  for (const auto& entry : entries) content_->values.push_back(entry.second);
}

Config::Config(std::shared_ptr<const Names> names, std::vector<Value> values)
    : content_(std::make_shared<Content>(Content{std::move(names), std::move(values)})) {}

void Config::make_own() {
  content_ = std::make_shared<Content>(*content_);
  is_own_ = true;
}

const Value* Config::find(std::string_view name) const {
  const auto position = ranges::find(names(), name) - names().begin();
  return position == std::ssize(names()) ? nullptr : &values()[static_cast<std::size_t>(position)];
}

const Value& Config::at(std::string_view name) const {
  if (const Value* value = find(name)) return *value;
  throw Error(ErrorKind::bad_argument,
              fmt::format("there is no parameter '{}'; there are: {}", name,
                          names().empty() ? "none" : fmt::to_string(fmt::join(names(), ", "))));
}

std::int64_t Config::integer(std::string_view name) const { return as<std::int64_t>(*this, name, "an integer"); }

double Config::real(std::string_view name) const {
  if (const auto* integer = std::get_if<std::int64_t>(&at(name))) return static_cast<double>(*integer);
  return as<double>(*this, name, "a number");
}

bool Config::flag(std::string_view name) const { return as<bool>(*this, name, "true or false"); }

const std::string& Config::text(std::string_view name) const { return as<std::string>(*this, name, "text"); }

bool Config::operator==(const Config& other) const {
  return content_ == other.content_ ||
         (values() == other.values() && (shares_names_with(other) || names() == other.names()));
}

std::partial_ordering Config::operator<=>(const Config& other) const {
  if (const auto order = values() <=> other.values(); order != 0) return order;
  return names() <=> other.names();
}

std::string to_text(const Config& config) {
  std::string text;
  for (const auto& [name, value] : ranges::views::zip(config.names(), config.values())) {
    if (!text.empty()) text += ' ';
    text.append(name).append("=").append(to_text(value));
  }
  return text;
}

}  // namespace tilewright
