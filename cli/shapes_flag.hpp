#pragma once

#include <string>

#include "core/store/shape_list.hpp"

namespace tilewright::cli {

/// What `--shapes` says: MxNxK,MxNxK,... or else the path of a CSV file. Throws `Error` for a bad file, and for sizes
/// out of range.
[[nodiscard]] store::ShapeList shapes_asked_for(const std::string& text);

}  // namespace tilewright::cli
