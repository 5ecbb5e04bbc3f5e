#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "core/error.hpp"

namespace tilewright::lookup {

/// The whole of a regular file of at most `most_bytes`. Throws `Error` (bad_file) with its path for anything else.
[[nodiscard]] inline std::string file_text(const std::string& path, std::size_t most_bytes) {
  namespace fs = std::filesystem;
  const auto refuse = [&](const std::string& what) { throw Error(ErrorKind::bad_file, path + ": " + what); };
  std::error_code fault;
  const fs::file_status status = fs::status(path, fault);
  if (!fs::exists(status)) refuse(fault ? fault.message() : "there is no such file");
  // Looked at before it is opened: opening a pipe would wait for its writer.
  if (!fs::is_regular_file(status)) refuse("it is not a regular file");
  if (fs::file_size(path, fault) > most_bytes) refuse("it is over " + std::to_string(most_bytes) + " bytes");
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse("it cannot be opened; see its permissions");
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) refuse("it cannot be read");
  return text;
}

}  // namespace tilewright::lookup
