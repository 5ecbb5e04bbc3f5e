#pragma once

#include <string>
#include <string_view>

#include "core/tuning/config.hpp"

// Configs as the text of which keys are made.
namespace tilewright::store {

/// One line `name=value` for each entry, in order. Equal configs give equal texts and others give others: reals show a
/// point or an exponent, texts stand in quotes, and what would end a name or a line early is escaped by a backslash.
[[nodiscard]] std::string canonical_text(const Config& config);

/// What `canonical_text` was made of. Throws `Error` (bad_file) for any other text.
[[nodiscard]] Config parse_canonical_text(std::string_view text);

}  // namespace tilewright::store
