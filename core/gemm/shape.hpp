#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tilewright::gemm {

/// C[M x N] = A[M x K] * B[K x N]. Each size is 1 to `kMaxSize`.
struct GemmShape {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;

  bool operator==(const GemmShape&) const = default;
};

/// Largest size of a dimension: the limit of a CUDA grid and of the BLAS interfaces. Products of two sizes fit in
/// 64 bits.
inline constexpr std::int64_t kMaxSize = 2147483647;

/// `4096x4096x4096` as M x N x K. Throws `Error` for anything else and for sizes out of range.
[[nodiscard]] GemmShape parse_shape(std::string_view text);

[[nodiscard]] std::string to_text(const GemmShape& shape);

/// Type of the operands; products are accumulated in fp32.
enum class Dtype { fp16, bf16 };

/// Throws `Error` for a name that is not one of them.
[[nodiscard]] Dtype parse_dtype(std::string_view name);

[[nodiscard]] std::string_view to_text(Dtype dtype);

[[nodiscard]] constexpr std::int64_t bytes_per_element(Dtype /*dtype*/) { return 2; }

}  // namespace tilewright::gemm
