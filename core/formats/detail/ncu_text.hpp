#pragma once

#include <optional>
#include <string_view>

namespace tilewright::formats {

/// A finite number as Nsight Compute writes it, with commas between the thousands; nothing for other texts.
[[nodiscard]] std::optional<double> ncu_number(std::string_view text);

/// Where the line starts that is the header of a CSV of Nsight Compute: before it stands what the program has printed,
/// and ncu's own lines, which start with `==`. The size of the text when there is none.
[[nodiscard]] std::size_t ncu_header_begin(std::string_view text);

}  // namespace tilewright::formats
