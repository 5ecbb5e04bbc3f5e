#include <gmock/gmock.h>

#include <chrono>

#include "core/error.hpp"
#include "tests/gpu/gpu.hpp"

// Kernels that misbehave, in place of the real one: each is a row, and the config after it is measured all the same.
namespace tilewright {
namespace {

using backends::Cuda;
using backends::CudaOptions;
using gpu::failure_of;
using gpu::tile;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

const kernels::GemmOperands kOperands = kernels::packed_operands({256, 256, 256});
const Config kGood = tile(64, 64, 32, 4, 3);
const Config kBad = tile(32, 32, 32, 4, 3);

constexpr const char* kSignature =
    "extern \"C\" __global__ void gemm(const char* a, const char* b, unsigned short* c, const unsigned short* bias, "
    "float* workspace, unsigned* arrived, long long m, long long n, long long k, long long lda, long long ldb, "
    "long long ldc) ";

/// What the good and the bad config give, in this order: bad, good, bad again, when the bad one's kernel does `body`.
struct Outcome {
  std::string first;
  std::string good;
  std::string again;
  int workers_lost = 0;
};

Outcome with_bad_kernel(const std::string& body) {
  CudaOptions options{.timeout = std::chrono::milliseconds(3000)};
  options.rewrite_source = [&](const Config& config, std::string source) {
    return config == kBad ? kSignature + body : source;
  };
  Cuda backend(kOperands, gpu::kept(options));
  backend.prepare(std::vector{kBad, kGood});
  Outcome outcome;
  outcome.first = failure_of(backend.measure(kBad, 1));
  outcome.good = failure_of(backend.measure(kGood, 3));
  outcome.again = failure_of(backend.measure(kBad, 1));
  outcome.workers_lost = backend.workers_lost();
  return outcome;
}

TEST(GpuFailures, a_write_out_of_bounds_takes_one_worker_and_one_config) {
  NEEDS_GPU();
  const Outcome outcome = with_bad_kernel("{ c[(1ll << 42) + threadIdx.x] = 1; }");
  EXPECT_THAT(outcome.first, StartsWith("crashed: "));
  EXPECT_THAT(outcome.first, HasSubstr("illegal memory access"));
  EXPECT_EQ(outcome.good, "");
  EXPECT_EQ(outcome.again, outcome.first);
  EXPECT_EQ(outcome.workers_lost, 1);
}

TEST(GpuFailures, a_kernel_that_spins_is_killed_and_the_rest_go_on) {
  NEEDS_GPU();
  // It ends by itself after some 40 s, in case killing it does not.
  const Outcome outcome =
      with_bad_kernel("{ const long long begin = clock64(); while (clock64() - begin < 80000000000ll) {} c[0] = 1; }");
  EXPECT_THAT(outcome.first, StartsWith("timeout: no answer within 3000 ms"));
  EXPECT_EQ(outcome.good, "");
  EXPECT_EQ(outcome.again, outcome.first);
  EXPECT_EQ(outcome.workers_lost, 1);
}

TEST(GpuFailures, a_kernel_that_writes_nothing_is_wrong) {
  NEEDS_GPU();
  const Outcome outcome = with_bad_kernel("{}");
  EXPECT_THAT(outcome.first, StartsWith("wrong_result: 65536 of 65536 elements are wrong, the first C[0][0]: nan for"));
  EXPECT_EQ(outcome.good, "");
  EXPECT_EQ(outcome.workers_lost, 0);
}

TEST(GpuFailures, what_is_written_past_the_end_is_found_and_repaired) {
  NEEDS_GPU();
  const Outcome outcome = with_bad_kernel(
      "{ if (blockIdx.x == 0) for (long long i = threadIdx.x; i < m * n + 4; i += blockDim.x) c[i] = 0x3c00; }");
  EXPECT_THAT(outcome.first, StartsWith("wrong_result: "));
  EXPECT_EQ(outcome.good, "");
}

TEST(GpuFailures, changed_operands_are_found_and_restored) {
  NEEDS_GPU();
  CudaOptions options;
  options.rewrite_source = [&](const Config& config, std::string source) {
    if (config == kBad) source.replace(source.rfind("write_tile("), 0, "const_cast<char*>(a)[0] ^= 1; ");
    return source;
  };
  Cuda backend(kOperands, gpu::kept(options));
  backend.prepare(std::vector{kBad, kGood});
  EXPECT_EQ(failure_of(backend.measure(kBad, 1)).substr(0, 13), "wrong_result:");
  EXPECT_EQ(failure_of(backend.measure(kGood, 3)), "");
}

TEST(GpuFailures, source_that_does_not_compile_and_kernels_that_spill) {
  NEEDS_GPU();
  EXPECT_THAT(with_bad_kernel("{ nonsense; }").first, StartsWith("compile: kernel.cu(1): error"));
  const std::string spilling =
      "{ float x[400]; for (int i = 0; i < 400; ++i) x[i] = a[i * (int)k + threadIdx.x]; for (int j = 0; j < (int)m; "
      "++j) "
      "for (int i = 0; i < 400; ++i) x[i] = x[(i * 7 + j) % 400] + 1; for (int i = 0; i < 400; ++i) c[i] = x[i]; }";
  EXPECT_THAT(with_bad_kernel(spilling).first, StartsWith("resources: gemm spills: "));
}

TEST(GpuFailures, a_kernel_of_another_name_does_not_start) {
  NEEDS_GPU();
  CudaOptions options;
  options.rewrite_source = [](const Config&, const std::string&) {
    return std::string("extern \"C\" __global__ void other() {}");
  };
  EXPECT_THAT(failure_of(gpu::measure_one(kOperands, kGood, options)), StartsWith("launch: find the kernel"));
}

template <typename Do>
std::string error_of(ErrorKind kind, Do act) {
  try {
    act();
  } catch (const Error& fault) {
    return fault.kind() == kind ? fault.what() : std::string("other kind: ") + fault.what();
  }
  return "no error";
}

TEST(GpuErrors, a_device_that_does_not_exist) {
  NEEDS_GPU();
  EXPECT_THAT(error_of(ErrorKind::bad_argument, [] { Cuda(kOperands, {.device = 99}); }),
              StartsWith("there is no device 99; there "));
  EXPECT_THAT(error_of(ErrorKind::bad_argument, [] { Cuda(kOperands, {.device = -1}); }),
              StartsWith("there is no device -1"));
}

TEST(GpuErrors, operands_that_no_device_holds) {
  NEEDS_GPU();
  const auto huge = kernels::packed_operands({1 << 20, 1 << 20, 1 << 20});
  EXPECT_THAT(
      error_of(ErrorKind::not_available, [&] { Cuda(huge, {}).prepare(std::vector{kGood}); }),
      ContainsRegex("1048576x1048576x1048576 takes [0-9.]+ GiB .* has [0-9.]+ GiB free; choose a smaller shape"));
}

}  // namespace
}  // namespace tilewright
