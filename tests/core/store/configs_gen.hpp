#pragma once

#include <rapidcheck.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/tuning/config.hpp"

namespace tilewright::store {

/// Values that look like each other.
inline rc::Gen<Value> any_value() {
  return rc::gen::oneOf(
      rc::gen::map(rc::gen::arbitrary<bool>(), [](bool x) { return Value(x); }),
      rc::gen::map(rc::gen::inRange<std::int64_t>(-3, 4), [](std::int64_t x) { return Value(x); }),
      rc::gen::map(rc::gen::inRange(-8, 8), [](int x) { return Value(x / 4.0); }),
      rc::gen::map(rc::gen::element<std::string>("", "1", "1.0", "true", "\"", "\\", "a=1\n", "\n"),
                   [](std::string x) { return Value(std::move(x)); }),
      rc::gen::map(rc::gen::arbitrary<std::string>(), [](std::string x) { return Value(std::move(x)); }));
}

/// Some of a few entries, with names that look like each other.
inline rc::Gen<Config> any_config() {
  return rc::gen::exec([] {
    Config::Names names;
    std::vector<Value> values;
    for (const char* name : {"a", "b", "a=", "a\\", "a\n", "=", "a=1\nb", "\\n"}) {
      if (*rc::gen::inRange(0, 3) != 0) continue;
      names.emplace_back(name);
      values.push_back(*any_value());
    }
    return Config(std::make_shared<const Config::Names>(std::move(names)), std::move(values));
  });
}

}  // namespace tilewright::store
