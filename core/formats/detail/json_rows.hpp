#pragma once

#include <optional>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/tuning/backend.hpp"

namespace tilewright::formats {

// What rows are made of in our own JSON. All throw `RecordFault`.

[[nodiscard]] Config config_of(const Json& object, NameCache& names);

/// Member `failure`: null, or an object with `kind` and `text`.
[[nodiscard]] std::optional<Failure> failure_of(const Json& row);

/// Member `samples_ms`.
[[nodiscard]] Samples samples_of(const Json& row);

}  // namespace tilewright::formats
