#pragma once

#include <exception>
#include <string>

#include "backends/cuda/worker/helpers.hpp"
#include "backends/cuda/worker/operand_sets.hpp"

namespace tilewright::backends::cuda {

/// A candidate's result is wrong. `what()` says how.
class WrongResult : public std::exception {
 public:
  explicit WrongResult(std::string text) : text_(std::move(text)) {}
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/// How often a result was rounded to its type.
enum class Rounding {
  once,   ///< at the end
  twice,  ///< the sum too, before bias and activation: as cuBLASLt does where rows are not aligned
};

/// What C should be, on the device, in fp32: values, and the magnitudes that rounding errors are relative to.
class Expectation {
 public:
  /// Makes room; `make` fills it.
  Expectation(const kernels::GemmOperands& operands, Helpers& helpers);

  /// Sums are made by `multiply(addresses)`, which writes fp32 sums of products to `addresses.c`: for the values it is
  /// given the operands, for the magnitudes copies of them without signs. The epilogue is applied to what it makes.
  template <typename Multiply>
  void make(const kernels::GemmAddresses& operands, Multiply multiply);

  /// The same with the kernel of the helpers; and its slow part alone, which is queued.
  void make_with_helpers(const kernels::GemmAddresses& operands);
  void multiply_with_helpers(const kernels::GemmAddresses& operands);

  [[nodiscard]] std::uint64_t values() const { return values_.address(); }

  /// Compares C with it; the largest error in units of what is allowed. Throws `WrongResult` when it exceeds 1 or an
  /// element outside of C was written.
  double compare(std::uint64_t c, Rounding rounding = Rounding::once);

 private:
  void apply_epilogue(std::uint64_t bias);

  kernels::GemmOperands operands_;
  kernels::Tolerance tolerance_;
  Helpers& helpers_;
  DeviceMemory values_;
  DeviceMemory magnitudes_;
};

template <typename Multiply>
void Expectation::make(const kernels::GemmAddresses& operands, Multiply multiply) {
  const auto elements = [](const kernels::Extent& extent) { return extent.outer * extent.ld; };
  const std::int64_t a_elements = elements(kernels::extent_of_a(operands_));
  const std::int64_t b_elements = elements(kernels::extent_of_b(operands_));
  kernels::GemmAddresses at = operands;
  at.c = values_.address();
  multiply(at);
  // As far from an alignment of 256 as the operands are, as that is what the library was told.
  const auto room = [](std::int64_t count) { return DeviceMemory(2 * count + 512); };
  const DeviceMemory a = room(a_elements);
  const DeviceMemory b = room(b_elements);
  at.a = a.address() + operands.a % 256;
  at.b = b.address() + operands.b % 256;
  at.c = magnitudes_.address();
  helpers_.absolute(operands.a, at.a, a_elements);
  helpers_.absolute(operands.b, at.b, b_elements);
  multiply(at);
  apply_epilogue(operands.bias);
  check(cudaDeviceSynchronize(), "make the reference result");  // before the copies go
}

}  // namespace tilewright::backends::cuda
