#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace tilewright::formats {

/// Largest file that is read, in bytes, and largest text that is unpacked from one. Full recordings of the largest
/// published spaces have some 100 MB.
inline constexpr std::size_t kMaxFileBytes = std::size_t{512} << 20;

/// What is in a regular file, as it is. Never waits: a pipe is refused.
///
/// Throws `Error` (bad_file) with the path for what is not there, not a regular file, not readable, or larger than
/// `max_bytes`.
[[nodiscard]] std::string read_bytes(const std::filesystem::path& path, std::size_t max_bytes = kMaxFileBytes);

/// Whether they begin as a gzip file does.
[[nodiscard]] bool is_gzip(std::string_view bytes);

/// What a gzip file of one or more members holds. Throws `Error` (bad_file) with `source` for one that is damaged, ends
/// early, or holds more than `max_bytes`.
[[nodiscard]] std::string unpacked(std::string_view bytes, std::string_view source,
                                   std::size_t max_bytes = kMaxFileBytes);

}  // namespace tilewright::formats
