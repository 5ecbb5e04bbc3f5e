#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace tilewright::test {

/// What is in a file.
inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A small file of tests/data.
inline std::filesystem::path data_file(const std::string& name) {
  return std::filesystem::path(TILEWRIGHT_SOURCE_DIR) / "tests/data" / name;
}

/// A real file of another tool: in the folder that TILEWRIGHT_SHARED_DATA names, else in ../shared/data. Nothing where
/// it is not; such tests are skipped.
inline std::optional<std::filesystem::path> shared_file(const std::string& name) {
  const char* folder = std::getenv("TILEWRIGHT_SHARED_DATA");
  const std::filesystem::path path =
      (folder != nullptr ? folder : std::filesystem::path(TILEWRIGHT_SOURCE_DIR).parent_path() / "shared/data") / name;
  return std::filesystem::exists(path) ? std::optional(path) : std::nullopt;
}

}  // namespace tilewright::test
