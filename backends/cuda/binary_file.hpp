#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "backends/cuda/compile.hpp"

namespace tilewright::backends::cuda {

/// A binary as the bytes of a file: one line with the format, `key` and the hash of the rest, then the rest.
[[nodiscard]] std::string to_file(const std::string& key, const Binary& binary);

/// The binary in such bytes; nothing when they are not exactly what `to_file` makes for `key`.
[[nodiscard]] std::optional<Binary> from_file(const std::string& key, std::string_view bytes);

}  // namespace tilewright::backends::cuda
