#pragma once

#include <optional>
#include <string>

namespace tilewright::cli {

/// Why `path` cannot be written, as far as that can be seen without writing; nothing when it looks possible.
[[nodiscard]] std::optional<std::string> why_not_writable(const std::string& path);

/// Writes a whole file: first beside it, then under its name, so that nobody ever sees half of it. What is not a
/// regular file (a device, a pipe), and a file in a folder that takes no other, are written as they are. Returns why it
/// could not; nothing when it is done.
[[nodiscard]] std::optional<std::string> write_file(const std::string& path, const std::string& text);

/// Throws `std::runtime_error` when standard output does not take all of it.
void print(const std::string& text);

}  // namespace tilewright::cli
