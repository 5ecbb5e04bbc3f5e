#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/gemm/shape.hpp"

namespace tilewright::store {

/// Largest list of shapes that is read.
inline constexpr std::size_t kMaxShapeListBytes = std::size_t{64} << 20;

/// Distinct shapes, in the order in which they were given.
struct ShapeList {
  std::vector<gemm::GemmShape> shapes;
  std::vector<std::string> notes;  ///< shapes that are there again, each with its line
};

/// Shapes out of CSV: M,N,K in this order, or in that of a first line that names them. Blank lines, and lines from `#`
/// on, are left out; so are blanks around a field, a byte-order mark and the line ends of Windows.
///
/// Throws `Error` (bad_file) that names each bad line (the first ten, and how many more there are) with what is wrong:
/// three integers from 1 to `gemm::kMaxSize` are expected. Likewise for a list without shapes.
[[nodiscard]] ShapeList parse_shape_list(std::string_view text, std::string_view source);

/// Likewise from a regular file.
[[nodiscard]] ShapeList read_shape_list(const std::string& path);

/// The shape that is nearest, as `lookup::distance`, to the median M, N and K of all (the lower one of two); of equally
/// near ones the least by M, then N, then K: their order does not matter. Precondition: at least one shape.
[[nodiscard]] gemm::GemmShape middle_of(std::span<const gemm::GemmShape> shapes);

}  // namespace tilewright::store
