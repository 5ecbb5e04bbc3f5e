#pragma once

#include <cstdint>
#include <string_view>

#include "core/gemm/shape.hpp"

namespace tilewright::kernels {

enum class Layout { row_major, column_major };

/// What is done to a sum before it is rounded to the output's type. The bias has N elements of the operands' type,
/// one for each column of C. GELU is the tanh form.
enum class Epilogue { none, bias, bias_relu, bias_gelu };

/// `none`, `bias`, `bias_relu`, `bias_gelu`. Parsing throws `Error` with the names that there are.
[[nodiscard]] std::string_view to_text(Epilogue epilogue);
[[nodiscard]] Epilogue parse_epilogue(std::string_view name);

/// `row_major`, `column_major`. Parsing throws `Error` with the names that there are.
[[nodiscard]] std::string_view to_text(Layout layout);
[[nodiscard]] Layout parse_layout(std::string_view name);

/// What one GEMM call is given: C[M x N] = epilogue(A[M x K] * B[K x N]), C row-major, all of one dtype.
struct GemmOperands {
  gemm::GemmShape shape;
  gemm::Dtype dtype = gemm::Dtype::fp16;
  Layout a_layout = Layout::row_major;
  Layout b_layout = Layout::row_major;
  Epilogue epilogue = Epilogue::none;
  std::int64_t lda = 0;  ///< elements from one row (of a column-major operand: column) to the next
  std::int64_t ldb = 0;
  std::int64_t ldc = 0;
  std::int64_t a_alignment_bytes = 256;  ///< a power of two that divides A's address; 256 is cudaMalloc's
  std::int64_t b_alignment_bytes = 256;

  bool operator==(const GemmOperands&) const = default;
};

/// Operands without gaps: each leading dimension is the size that it steps over.
[[nodiscard]] GemmOperands packed_operands(const gemm::GemmShape& shape, gemm::Dtype dtype = gemm::Dtype::fp16,
                                           Layout a_layout = Layout::row_major, Layout b_layout = Layout::row_major,
                                           Epilogue epilogue = Epilogue::none);

/// Throws `Error` for a size out of range, a leading dimension that is too small, and an alignment that is not a
/// power of two from 2 up.
void check(const GemmOperands& operands);

/// A matrix as it lies in memory: `outer` rows of `inner` neighbouring elements, `ld` elements apart.
struct Extent {
  std::int64_t outer = 0;
  std::int64_t inner = 0;
  std::int64_t ld = 0;
};

[[nodiscard]] Extent extent_of_a(const GemmOperands& operands);
[[nodiscard]] Extent extent_of_b(const GemmOperands& operands);

/// The widest load, 16, 8, 4 or 2 bytes, that fits every row of an operand.
[[nodiscard]] int aligned_bytes_of_a(const GemmOperands& operands);
[[nodiscard]] int aligned_bytes_of_b(const GemmOperands& operands);

}  // namespace tilewright::kernels
