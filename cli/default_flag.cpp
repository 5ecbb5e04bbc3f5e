#include "cli/default_flag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/error.hpp"

namespace tilewright::cli {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view what, const Space& space) {
  throw Error(ErrorKind::bad_argument, fmt::format("--default '{}': {}; give NAME=VALUE,... of every parameter, as {}",
                                                   text, what, to_text(space.first())));
}

const Value& find_value(std::string_view value, const Parameter& parameter, std::string_view text, const Space& space) {
  const auto found = std::ranges::find(parameter.values, value, [](const Value& one) { return to_text(one); });
  if (found == parameter.values.end()) refuse(text, fmt::format("{} has no value '{}'", parameter.name, value), space);
  return *found;
}

}  // namespace

Config parse_default(std::string_view text, const Space& space) {
  const std::vector<Parameter>& parameters = space.parameters();
  Config config = space.first();
  std::vector<bool> given(parameters.size());
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view entry = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
    const std::size_t sign = std::min(entry.find('='), entry.size());
    const auto found = std::ranges::find(parameters, entry.substr(0, sign), &Parameter::name);
    if (found == parameters.end())
      refuse(text, fmt::format("there is no parameter '{}'", entry.substr(0, sign)), space);
    const auto position = static_cast<std::size_t>(found - parameters.begin());
    if (given[position]) refuse(text, fmt::format("{} is there twice", found->name), space);
    config.set(position, find_value(entry.substr(std::min(entry.size(), sign + 1)), *found, text, space));
    given[position] = true;
  }
  const auto missing = std::ranges::find(given, false);
  if (missing != given.end())
    refuse(text, fmt::format("{} is missing", parameters[static_cast<std::size_t>(missing - given.begin())].name),
           space);
  return config;
}

}  // namespace tilewright::cli
