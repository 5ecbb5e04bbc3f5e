#pragma once

#include <string_view>

#include "core/tuning/config.hpp"
#include "core/tuning/space.hpp"

namespace tilewright::cli {

/// `NAME=VALUE,...` with each parameter of `space` once. Throws `Error` that names what is wrong.
[[nodiscard]] Config parse_default(std::string_view text, const Space& space);

}  // namespace tilewright::cli
