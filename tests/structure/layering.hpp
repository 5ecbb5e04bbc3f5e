#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::structure {

/// What the source file at `path`, relative to the project's root, does that its room may not do: one line each, as
/// `core/stats/mean.cpp:3: includes core/gemm/shape.hpp`.
[[nodiscard]] std::vector<std::string> violations(std::string_view path, std::string_view text);

/// Every C++ source file of the project, relative to its root, in order.
[[nodiscard]] std::vector<std::string> source_files(const std::filesystem::path& root);

}  // namespace tilewright::structure
