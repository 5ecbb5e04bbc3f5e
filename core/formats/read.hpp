#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/formats/recording.hpp"

namespace tilewright::formats {

/// The format of a name that `to_text` gives; nothing for another name.
[[nodiscard]] std::optional<Format> parse_format(std::string_view name);

/// The format of a text, told by its content; nothing when it is none of those that are known.
[[nodiscard]] std::optional<Format> detect(std::string_view text);

/// Reads a file of any `Format`, also packed with gzip. Times become milliseconds; a row without a known unit is
/// refused. What is refused is named in the result, the rest is kept.
///
/// A key that is there twice in one record refuses the record. Of two records of one key in a Kernel Tuner cache the
/// last one counts, as it does there. Throws `Error` (bad_file), one line with the file and what to do, when there is
/// nothing to read at all: what `read_file` throws, an unknown format, no header.
[[nodiscard]] Reading read_any(const std::filesystem::path& path);

/// As `read_any`, of what is in a file; `source` is what faults name as the file.
[[nodiscard]] Reading read_text(std::string_view bytes, std::string_view source);

}  // namespace tilewright::formats
