#include "kernels/operands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "core/error.hpp"

namespace tilewright::kernels {
namespace {

constexpr std::array<std::string_view, 4> kEpilogues{"none", "bias", "bias_relu", "bias_gelu"};
constexpr std::array<std::string_view, 2> kLayouts{"row_major", "column_major"};

template <typename Enum>
Enum parse(std::string_view what, std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} '{}' is not known; there are {}", what, name, fmt::join(names, ", ")));
  return static_cast<Enum>(found - names.begin());
}

void check_operand(std::string_view name, const Extent& extent, std::int64_t alignment) {
  if (extent.ld < extent.inner)
    throw Error(ErrorKind::bad_argument, fmt::format("leading dimension {} of {} is less than its {} elements a row",
                                                     extent.ld, name, extent.inner));
  if (alignment < 2 || !std::has_single_bit(static_cast<std::uint64_t>(alignment)))
    throw Error(ErrorKind::bad_argument,
                fmt::format("alignment of {} is {} bytes; it needs a power of two from 2 up", name, alignment));
}

int aligned_bytes(const Extent& extent, std::int64_t alignment) {
  const std::int64_t bytes = alignment | (extent.outer > 1 ? 2 * extent.ld : 0) | 16;
  return static_cast<int>(bytes & -bytes);
}

}  // namespace

std::string_view to_text(Epilogue epilogue) { return kEpilogues.at(static_cast<std::size_t>(epilogue)); }

Epilogue parse_epilogue(std::string_view name) { return parse<Epilogue>("epilogue", kEpilogues, name); }

std::string_view to_text(Layout layout) { return kLayouts.at(static_cast<std::size_t>(layout)); }

Layout parse_layout(std::string_view name) { return parse<Layout>("layout", kLayouts, name); }

Extent extent_of_a(const GemmOperands& o) {
  const auto [m, n, k] = o.shape;
  return o.a_layout == Layout::row_major ? Extent{m, k, o.lda} : Extent{k, m, o.lda};
}

Extent extent_of_b(const GemmOperands& o) {
  const auto [m, n, k] = o.shape;
  return o.b_layout == Layout::row_major ? Extent{k, n, o.ldb} : Extent{n, k, o.ldb};
}

GemmOperands packed_operands(const gemm::GemmShape& shape, gemm::Dtype dtype, Layout a_layout, Layout b_layout,
                             Epilogue epilogue) {
  GemmOperands o{.shape = shape, .dtype = dtype, .a_layout = a_layout, .b_layout = b_layout, .epilogue = epilogue};
  o.lda = extent_of_a(o).inner;
  o.ldb = extent_of_b(o).inner;
  o.ldc = shape.n;
  return o;
}

void check(const GemmOperands& o) {
  static_cast<void>(gemm::parse_shape(gemm::to_text(o.shape)));  // throws for sizes out of range
  check_operand("A", extent_of_a(o), o.a_alignment_bytes);
  check_operand("B", extent_of_b(o), o.b_alignment_bytes);
  check_operand("C", {o.shape.m, o.shape.n, o.ldc}, 2);
}

int aligned_bytes_of_a(const GemmOperands& o) { return aligned_bytes(extent_of_a(o), o.a_alignment_bytes); }

int aligned_bytes_of_b(const GemmOperands& o) { return aligned_bytes(extent_of_b(o), o.b_alignment_bytes); }

}  // namespace tilewright::kernels
