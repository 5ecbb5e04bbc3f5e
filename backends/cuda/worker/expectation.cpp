#include "backends/cuda/worker/expectation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "kernels/half.hpp"

namespace tilewright::backends::cuda {
namespace {

/// The reference is itself a sum in fp32 and may be as far off as what is compared with it.
kernels::Tolerance tolerance_between_sums(const kernels::GemmOperands& operands) {
  kernels::Tolerance allowed = kernels::tolerance(operands.dtype, operands.shape.k);
  allowed.of_magnitude *= 2;
  return allowed;
}

/// The sum is off by a rounding of its own, and it is at most the result and the bias (less than 1) together; the
/// activations have slopes up to 1.13.
kernels::Tolerance with_another_rounding(kernels::Tolerance allowed, gemm::Dtype dtype) {
  constexpr double kSteepest = 1.13;
  allowed.relative += kSteepest * kernels::unit_roundoff(dtype);
  allowed.absolute += kSteepest * kernels::unit_roundoff(dtype);
  return allowed;
}

/// `nan` whatever its sign.
std::string number(double value) { return std::isnan(value) ? "nan" : fmt::format("{:g}", value); }

template <typename T>
T read(std::uint64_t from) {
  T value{};
  check(cudaMemcpy(&value, pointer(from), sizeof value, cudaMemcpyDeviceToHost), "read an element");
  return value;
}

}  // namespace

Expectation::Expectation(const kernels::GemmOperands& operands, Helpers& helpers)
    : operands_(operands),
      tolerance_(tolerance_between_sums(operands)),
      helpers_(helpers),
      values_(4 * operands.shape.m * operands.shape.n),
      magnitudes_(4 * operands.shape.m * operands.shape.n) {}

void Expectation::multiply_with_helpers(const kernels::GemmAddresses& operands) {
  helpers_.multiply(operands_, operands, values_.address(), magnitudes_.address());
}

void Expectation::make_with_helpers(const kernels::GemmAddresses& operands) {
  multiply_with_helpers(operands);
  apply_epilogue(operands.bias);
  check(cudaDeviceSynchronize(), "make the reference result");
}

void Expectation::apply_epilogue(std::uint64_t bias) {
  if (operands_.epilogue != kernels::Epilogue::none)
    helpers_.finish(operands_, bias, values_.address(), magnitudes_.address());
}

double Expectation::compare(std::uint64_t c, Rounding rounding) {
  const bool again = rounding == Rounding::twice && operands_.epilogue != kernels::Epilogue::none;
  const kernels::Tolerance allowed = again ? with_another_rounding(tolerance_, operands_.dtype) : tolerance_;
  const CheckResult found = helpers_.check_output(operands_, c, values_.address(), magnitudes_.address(), allowed);
  if (found.wrong > 0) {
    const auto n = static_cast<std::uint64_t>(operands_.shape.n);
    const std::uint64_t row = found.first_wrong / n;
    const std::uint64_t column = found.first_wrong % n;
    const std::uint64_t at = row * static_cast<std::uint64_t>(operands_.ldc) + column;
    throw WrongResult(fmt::format("{} of {} elements are wrong, the first C[{}][{}]: {} for {}", found.wrong,
                                  operands_.shape.m * operands_.shape.n, row, column,
                                  number(kernels::widen(operands_.dtype, read<std::uint16_t>(c + 2 * at))),
                                  number(static_cast<double>(read<float>(values_.address() + 4 * found.first_wrong)))));
  }
  if (found.outside > 0) throw WrongResult(fmt::format("{} elements outside of C were written", found.outside));
  return found.largest_ratio;
}

}  // namespace tilewright::backends::cuda
