#include "core/store/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace tilewright::store {
namespace {

template <typename Keep>
Config filtered(const Config& config, Keep keep) {
  Config::Names names;
  std::vector<Value> values;
  for (std::size_t i = 0; i < config.size(); ++i) {
    if (!keep(config.names()[i])) continue;
    names.push_back(config.names()[i]);
    values.push_back(config.values()[i]);
  }
  return {std::make_shared<const Config::Names>(std::move(names)), std::move(values)};
}

}  // namespace

Config join(std::initializer_list<std::pair<std::string_view, const Config&>> parts) {
  Config::Names names;
  std::vector<Value> values;
  for (const auto& [part, config] : parts) {
    for (std::size_t i = 0; i < config.size(); ++i) {
      std::string name = part.empty() ? config.names()[i] : fmt::format("{}.{}", part, config.names()[i]);
      if (std::ranges::find(names, name) != names.end())
        throw Error(ErrorKind::bad_argument, fmt::format("store: a key has '{}' twice; name one otherwise", name));
      names.push_back(std::move(name));
      values.push_back(config.values()[i]);
    }
  }
  return {std::make_shared<const Config::Names>(std::move(names)), std::move(values)};
}

Config without(const Config& config, std::string_view name) {
  return filtered(config, [&](const std::string& one) { return one != name; });
}

Config without_part(const Config& config, std::string_view start) {
  return filtered(config, [&](const std::string& one) { return !one.starts_with(start); });
}

}  // namespace tilewright::store
