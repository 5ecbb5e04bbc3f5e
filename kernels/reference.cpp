#include "kernels/reference.hpp"

#include <cmath>
#include <numbers>

#include "kernels/half.hpp"

namespace tilewright::kernels {
namespace {

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

/// One operand's values with K contiguous: `lines` of K elements.
std::vector<double> unpack(gemm::Dtype dtype, std::span<const std::uint16_t> from, const Extent& extent,
                           bool inner_is_k) {
  const std::int64_t lines = inner_is_k ? extent.outer : extent.inner;
  const std::int64_t k = inner_is_k ? extent.inner : extent.outer;
  std::vector<double> to(index(lines * k));
  for (std::int64_t outer = 0; outer < extent.outer; ++outer)
    for (std::int64_t inner = 0; inner < extent.inner; ++inner)
      to[index(inner_is_k ? outer * k + inner : inner * k + outer)] =
          widen(dtype, from[index(outer * extent.ld + inner)]);
  return to;
}

Expected finish(const GemmOperands& o, const HostOperands& host, Expected sum, std::int64_t column) {
  if (o.epilogue == Epilogue::none) return sum;
  const double bias = widen(o.dtype, host.bias[index(column)]);
  return {apply_epilogue(o.epilogue, sum.value, bias), sum.magnitude + std::abs(bias)};
}

Expected dot(const double* a, const double* b, std::int64_t k) {
  Expected sum;
  for (std::int64_t i = 0; i < k; ++i) {
    const double product = a[i] * b[i];
    sum.value += product;
    sum.magnitude += std::abs(product);
  }
  return sum;
}

}  // namespace

double apply_epilogue(Epilogue epilogue, double sum, double bias) {
  const double x = sum + bias;
  switch (epilogue) {
    case Epilogue::none:
      return sum;
    case Epilogue::bias:
      return x;
    case Epilogue::bias_relu:
      return x < 0 ? 0 : x;
    case Epilogue::bias_gelu:
      // 0.5 x (1 + tanh(u)), written so that it does not cancel for negative x.
      return x / (1 + std::exp(-2 * std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
  }
  return x;
}

Expected expected_element(const GemmOperands& o, const HostOperands& host, std::int64_t row, std::int64_t column) {
  const bool a_rows = o.a_layout == Layout::row_major;
  const bool b_rows = o.b_layout == Layout::row_major;
  Expected sum;
  for (std::int64_t k = 0; k < o.shape.k; ++k) {
    const double a = widen(o.dtype, host.a[index(a_rows ? row * o.lda + k : k * o.lda + row)]);
    const double b = widen(o.dtype, host.b[index(b_rows ? k * o.ldb + column : column * o.ldb + k)]);
    sum.value += a * b;
    sum.magnitude += std::abs(a * b);
  }
  return finish(o, host, sum, column);
}

std::vector<Expected> reference_gemm(const GemmOperands& o, const HostOperands& host) {
  const auto [m, n, k] = o.shape;
  const std::vector<double> a = unpack(o.dtype, host.a, extent_of_a(o), o.a_layout == Layout::row_major);
  const std::vector<double> b = unpack(o.dtype, host.b, extent_of_b(o), o.b_layout == Layout::column_major);
  std::vector<Expected> c;
  c.reserve(index(m * n));
  for (std::int64_t row = 0; row < m; ++row)
    for (std::int64_t column = 0; column < n; ++column)
      c.push_back(finish(o, host, dot(&a[index(row * k)], &b[index(column * k)], k), column));
  return c;
}

}  // namespace tilewright::kernels
