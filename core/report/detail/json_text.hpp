#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/tuning/config.hpp"

namespace tilewright::report {

using Json = nlohmann::ordered_json;

/// `value` with an indent of 2, but what holds no object and no array itself on one line: samples, a config.
///
/// Numbers read back as they were; infinities and NaN become null; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_text(const Json& value);

/// An object with the entries in their order.
[[nodiscard]] Json to_json(const Config& config);

}  // namespace tilewright::report
