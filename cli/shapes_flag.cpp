#include "cli/shapes_flag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/error.hpp"

namespace tilewright::cli {
namespace {

/// Whether every part between commas is digits, `x`, digits, `x`, digits: no name of a file that one would give.
bool looks_like_shapes(std::string_view text) {
  while (true) {
    const std::string_view part = text.substr(0, text.find(','));
    const bool digits_only = part.find_first_not_of("0123456789x") == part.npos;
    if (!digits_only || std::ranges::count(part, 'x') != 2 || part.front() == 'x') return false;
    if (part.size() == text.size()) return true;
    text.remove_prefix(part.size() + 1);
  }
}

}  // namespace

store::ShapeList shapes_asked_for(const std::string& text) {
  if (!looks_like_shapes(text)) {
    if (std::filesystem::exists(text)) return store::read_shape_list(text);
    throw Error(
        ErrorKind::bad_file,
        fmt::format("--shapes '{}': there is no such file; give one with lines of M,N,K, or MxNxK,MxNxK,...", text));
  }
  std::string lines = text;
  std::ranges::replace(lines, ',', '\n');
  std::ranges::replace(lines, 'x', ',');
  return store::parse_shape_list(lines, "--shapes");
}

}  // namespace tilewright::cli
