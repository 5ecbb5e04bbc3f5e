#pragma once

#include <cstdint>
#include <string_view>

namespace tilewright::cli {

/// The whole of `text` as an integer from `least` to `most`. Throws `Error` that names `flag` and the range.
[[nodiscard]] std::int64_t parse_integer(std::string_view flag, std::string_view text, std::int64_t least,
                                         std::int64_t most);

/// The whole of `text` as a finite number from `least` to `most`. Throws `Error` that names `flag` and the range.
[[nodiscard]] double parse_real(std::string_view flag, std::string_view text, double least, double most);

}  // namespace tilewright::cli
