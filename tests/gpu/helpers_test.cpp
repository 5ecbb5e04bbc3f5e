#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "backends/cuda/helper_source.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "backends/cuda/worker/helpers.hpp"
#include "core/stats/split_mix.hpp"
#include "kernels/check_close.hpp"
#include "kernels/half.hpp"
#include "kernels/reference.hpp"
#include "tests/gpu/device.hpp"
#include "tests/gpu/gpu.hpp"

// The worker's own kernels against the CPU's functions that they copy. The test is its own worker here.
namespace tilewright::backends::cuda {
namespace {

using gemm::Dtype;
using kernels::Epilogue;

template <typename T>
DeviceMemory to_device(const std::vector<T>& values) {
  DeviceMemory memory(static_cast<std::int64_t>(values.size() * sizeof(T)));
  check(cudaMemcpy(memory.get(), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "copy");
  return memory;
}

template <typename T>
std::vector<T> to_host(const DeviceMemory& memory) {
  std::vector<T> values(static_cast<std::size_t>(memory.bytes()) / sizeof(T));
  check(cudaMemcpy(values.data(), memory.get(), values.size() * sizeof(T), cudaMemcpyDeviceToHost), "copy");
  return values;
}

class GpuHelpers : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS_GPU();
    const Nvrtc nvrtc;
    const int architecture = gpu::take_device(nvrtc);
    helpers_.emplace(std::get<Binary>(nvrtc.compile(helper_job(architecture))).cubin, cudaStreamPerThread);
  }

  std::optional<Helpers> helpers_;
};

TEST_F(GpuHelpers, check_says_what_check_close_says) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16}) {
    const std::vector<double> expected{0,   1,      -1,        65504,      65520,        -65520, 65530, 1e-7,
                                       1e9, 3.4e38, kInfinity, -kInfinity, std::nan(""), 6e-8,   -6e-8, 0.3333};
    const std::vector<double> actual{0,      -0.0, 1,     1.0009, 1.0011, 1.004, 1.02,      -1,         65504,
                                     -65504, 6e-8, -6e-8, 1e-7,   0.3335, 1e9,   kInfinity, -kInfinity, std::nan("")};
    std::int64_t right = 0;
    for (const double e : expected)
      for (const double a : actual)
        for (const double magnitude : {0.0, 1.0, 4096.0}) {
          const kernels::Expected element{static_cast<double>(static_cast<float>(e)), magnitude};
          const std::uint16_t bits = kernels::narrow(dtype, a);
          const auto allowed = kernels::tolerance(dtype, 4096);
          const bool is_right = kernels::error_ratio(kernels::widen(dtype, bits), element, dtype, allowed) <= 1;
          const DeviceMemory c = to_device(
              std::vector<std::uint16_t>{bits, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff});
          const DeviceMemory value = to_device(std::vector<float>{static_cast<float>(e)});
          const DeviceMemory size = to_device(std::vector<float>{static_cast<float>(magnitude)});
          const CheckResult found = helpers_->check_output(kernels::packed_operands({1, 1, 4096}, dtype), c.address(),
                                                           value.address(), size.address(), allowed);
          EXPECT_EQ(found.wrong, is_right ? 0U : 1U) << a << " for " << e << " of " << magnitude;
          EXPECT_EQ(found.largest_ratio <= 1, is_right);
          EXPECT_EQ(found.outside, 0U);
          right += is_right;
        }
    EXPECT_GT(right, 50);
  }
}

TEST_F(GpuHelpers, check_counts_and_finds_the_first_and_what_is_outside) {
  kernels::GemmOperands operands = kernels::packed_operands({5, 7, 32});
  operands.ldc = 9;
  std::vector<std::uint16_t> c(4 * 9 + 7 + 8, 0xffff);
  for (std::size_t row = 0; row < 5; ++row) std::fill_n(c.begin() + static_cast<std::ptrdiff_t>(row * 9), 7, 0);
  c[2 * 9 + 3] = 0x3c00;
  c[4 * 9 + 6] = 0x3c00;
  c[1 * 9 + 7] = 0;      // between two rows
  c[4 * 9 + 7 + 7] = 0;  // after the last
  const DeviceMemory on_device = to_device(c);
  const DeviceMemory zeros = to_device(std::vector<float>(35, 0.0F));
  const CheckResult found = helpers_->check_output(operands, on_device.address(), zeros.address(), zeros.address(),
                                                   kernels::tolerance(Dtype::fp16, 32));
  EXPECT_EQ(found.wrong, 2U);
  EXPECT_EQ(found.first_wrong, 2U * 7 + 3);
  EXPECT_EQ(found.outside, 2U);
}

TEST_F(GpuHelpers, fill_is_random_and_poisons_the_gaps) {
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16}) {
    const DeviceMemory matrix(2 * 50 * 1003);
    helpers_->fill(matrix.address(), {50, 1000, 1003}, 42, dtype);
    check(cudaDeviceSynchronize(), "fill");
    const auto bits = to_host<std::uint16_t>(matrix);
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (i % 1003 >= 1000) {
        EXPECT_EQ(bits[i], 0xffff);
        continue;
      }
      const double x = kernels::widen(dtype, bits[i]);
      ASSERT_LE(std::abs(x), 1);
      sum += x;
      squares += x * x;
    }
    EXPECT_NEAR(sum / 50000, 0, 0.015);           // 6 standard errors
    EXPECT_NEAR(squares / 50000, 1.0 / 3, 0.01);  // of a uniform distribution
  }
}

TEST_F(GpuHelpers, multiply_and_finish_give_the_reference_of_the_cpu) {
  stats::SplitMix64 random(1);
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16})
    for (const auto a_layout : {kernels::Layout::row_major, kernels::Layout::column_major})
      for (const auto epilogue : {Epilogue::none, Epilogue::bias, Epilogue::bias_relu, Epilogue::bias_gelu}) {
        const auto operands =
            kernels::packed_operands({37, 21, 333}, dtype, a_layout, kernels::Layout::column_major, epilogue);
        const auto numbers = [&](std::size_t count) {
          std::vector<std::uint16_t> list(count);
          for (auto& one : list) one = kernels::narrow(dtype, random.below(2001) / 1000.0 - 1);
          return list;
        };
        const auto a = numbers(37 * 333);
        const auto b = numbers(333 * 21);
        const auto bias = numbers(21);
        const DeviceMemory on_a = to_device(a);
        const DeviceMemory on_b = to_device(b);
        const DeviceMemory on_bias = to_device(bias);
        const DeviceMemory value(4 * 37 * 21);
        const DeviceMemory magnitude(4 * 37 * 21);
        helpers_->multiply(operands, {.a = on_a.address(), .b = on_b.address()}, value.address(), magnitude.address());
        if (epilogue != Epilogue::none)
          helpers_->finish(operands, on_bias.address(), value.address(), magnitude.address());
        check(cudaDeviceSynchronize(), "multiply");
        const auto values = to_host<float>(value);
        const auto magnitudes = to_host<float>(magnitude);
        const auto expected = kernels::reference_gemm(operands, {a, b, bias});
        for (std::size_t i = 0; i < expected.size(); ++i) {
          ASSERT_NEAR(values[i], expected[i].value, 1e-6 * expected[i].magnitude) << kernels::to_text(epilogue);
          ASSERT_NEAR(magnitudes[i], expected[i].magnitude, 1e-5 * expected[i].magnitude);
        }
      }
}

TEST_F(GpuHelpers, hash_sees_one_bit_and_the_order) {
  std::vector<std::uint32_t> words(100000);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i % 7);
  const auto hash_of = [&] {
    const DeviceMemory memory = to_device(words);
    return helpers_->hash(memory.address(), memory.bytes());
  };
  const std::uint64_t before = hash_of();
  EXPECT_EQ(hash_of(), before);
  words[77777] ^= 1;
  EXPECT_NE(hash_of(), before);
  words[77777] ^= 1;
  std::swap(words[10], words[11]);
  EXPECT_NE(hash_of(), before);
}

}  // namespace
}  // namespace tilewright::backends::cuda
