#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/tuning/config.hpp"

namespace tilewright::store {

/// One config of several, whose names get that of their part and a dot in front; nothing for a part without a name.
/// Throws `Error` when two entries end up with one name.
[[nodiscard]] Config join(std::initializer_list<std::pair<std::string_view, const Config&>> parts);

/// Without the entries of that name.
[[nodiscard]] Config without(const Config& config, std::string_view name);

/// Without the entries whose names begin so.
[[nodiscard]] Config without_part(const Config& config, std::string_view start);

}  // namespace tilewright::store
