#include "backends/cuda/cuda.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "backends/cublaslt.hpp"
#include "backends/cuda/availability.hpp"
#include "core/tuning/tune.hpp"
#include "tests/fake_worker/behaviour.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/temporary_folder.hpp"

// The backends with a real compiler and a worker that has no device.
namespace tilewright::backends {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

#define NEEDS_NVRTC() \
  if (const auto nvrtc = cuda::availability().front(); !nvrtc.works) GTEST_SKIP() << nvrtc.text

const kernels::GemmOperands kOperands = kernels::packed_operands({256, 256, 256});

Config tile(std::int64_t bm, std::int64_t bn, std::int64_t warps = 4) {
  return {{"BM", bm}, {"BN", bn}, {"BK", 32}, {"num_warps", warps}, {"num_stages", 2}};
}

/// Machine code is kept for the tests that follow, as compiling takes the most of their time.
CudaOptions options(int device = 0) {
  static const test::TemporaryFolder kCubins;
  return {.device = device, .cubins = kCubins.path(), .worker = TILEWRIGHT_FAKE_WORKER};
}

std::string failure_of(const Measurement& measured) {
  const auto* const failure = std::get_if<Failure>(&measured);
  return failure == nullptr ? "" : std::string(to_text(failure->kind)) + ": " + failure->text;
}

TEST(Cuda, compiles_measures_and_records) {
  NEEDS_NVRTC();
  Cuda backend(kOperands, options());
  const Config config = tile(64, 32);
  EXPECT_FALSE(backend.record(config).has_value());
  backend.prepare(std::vector{config});
  EXPECT_THAT(std::get<Samples>(backend.measure(config, 3)), ElementsAre(1, 1, 1));
  EXPECT_THAT(std::get<Samples>(backend.measure(config, 1)), SizeIs(1));
  const CudaRecord record = backend.record(config).value();
  EXPECT_GT(record.usage.registers, 16);
  EXPECT_EQ(record.dynamic_smem_bytes, (64 + 32) * 32 * 2 * 2);
  EXPECT_EQ(record.largest_error, 0.125);
  EXPECT_THAT(record.conditions, SizeIs(2));
  EXPECT_EQ(record.conditions[0].sm_mhz, 1000);
  EXPECT_EQ(backend.sample_ms(), 0.5);
  EXPECT_EQ(backend.gpu().name, "fake");
  EXPECT_THAT(backend.notes(), IsEmpty());
}

TEST(Cuda, a_config_that_was_not_prepared_is_compiled_when_it_is_measured) {
  NEEDS_NVRTC();
  Cuda backend(kOperands, options());
  EXPECT_THAT(std::get<Samples>(backend.measure(tile(64, 32), 1)), ElementsAre(1));
}

TEST(Cuda, says_how_it_measures) {
  NEEDS_NVRTC();
  const Config short_run = Cuda(kOperands, options()).describe();
  EXPECT_EQ(short_run.text("name"), "cuda");
  EXPECT_EQ(short_run.text("device"), "Fake");
  EXPECT_EQ(short_run.text("timing"), "graph");
  EXPECT_EQ(short_run.text("l2"), "cold");
  const Config long_run = Cuda(kernels::packed_operands({4096, 4096, 4096}), options()).describe();
  EXPECT_EQ(long_run.text("timing"), "events");
}

TEST(Cuda, what_does_not_compile_and_what_spills_is_a_row) {
  NEEDS_NVRTC();
  CudaOptions rewriting = options();
  rewriting.rewrite_source = [](const Config& config, std::string source) -> std::string {
    if (config == tile(32, 32)) return "nonsense";
    if (config == tile(32, 64))
      return "extern \"C\" __global__ void __launch_bounds__(1024, 2) gemm(float* p, int n) { float a[60]; for (int i "
             "= 0; "
             "i < 60; i++) a[i] = p[i * threadIdx.x]; for (int j = 0; j < n; j++) for (int i = 0; i < 60; i++) a[i] = "
             "a[i] * a[(i + 1) % 60]; for (int i = 0; i < 60; i++) p[i * threadIdx.x] = a[i]; }";
    return source;
  };
  Cuda backend(kOperands, rewriting);
  backend.prepare(std::vector{tile(32, 32), tile(32, 64), tile(64, 64)});
  EXPECT_THAT(failure_of(backend.measure(tile(32, 32), 1)), StartsWith("compile: kernel.cu(1): error"));
  EXPECT_THAT(failure_of(backend.measure(tile(32, 64), 1)), StartsWith("resources: gemm spills: "));
  EXPECT_EQ(failure_of(backend.measure(tile(64, 64), 1)), "");
  EXPECT_FALSE(backend.record(tile(32, 32)).has_value());
  EXPECT_GT(backend.record(tile(32, 64)).value().usage.spill_store_bytes, 0);
}

TEST(Cuda, a_config_that_the_kernel_does_not_have_is_a_row) {
  NEEDS_NVRTC();
  Cuda backend(kOperands, options());
  backend.prepare(std::vector{tile(33, 64)});
  EXPECT_THAT(failure_of(backend.measure(tile(33, 64), 1)), StartsWith("compile: "));
}

TEST(Cuda, shared_memory_over_the_device_s_is_a_row) {
  NEEDS_NVRTC();
  Cuda backend(kOperands, options());
  const Config large{{"BM", 256}, {"BN", 256}, {"BK", 64}, {"num_warps", 8}, {"num_stages", 4}};
  EXPECT_THAT(failure_of(backend.measure(large, 1)), StartsWith("resources: "));
}

TEST(Cuda, machine_code_is_kept_between_runs) {
  NEEDS_NVRTC();
  const test::TemporaryFolder folder;
  CudaOptions keeping = options();
  keeping.cubins = folder.path();
  for (const bool kept : {false, true}) {
    Cuda backend(kOperands, keeping);
    ASSERT_EQ(failure_of(backend.measure(tile(64, 32), 1)), "");
    EXPECT_EQ(backend.record(tile(64, 32)).value().from_cache, kept);
  }
}

TEST(Cuda, goes_through_the_pipeline) {
  NEEDS_NVRTC();
  Cuda backend(kOperands, options());
  const TuningProblem problem{
      .name = "gemm",
      .space = Space({{"BM", {32, 64}}, {"BN", {32, 64}}, {"BK", {32}}, {"num_warps", {4}}, {"num_stages", {2}}})};
  const TuneResult result = tune(problem, backend, {.top_k = TopK::all(), .plan = {.repeats = 2, .interleaved = true}});
  ASSERT_TRUE(result.choice.has_value());
  for (const Trial& trial : result.trials) EXPECT_THAT(trial.samples_ms, ElementsAre(1, 1));
}

TEST(Cuda, devices_and_operands_that_cannot_be_used_are_errors) {
  NEEDS_NVRTC();
  EXPECT_ERROR(Cuda(kOperands, options(fake_worker::kNoSuchDevice)), ErrorKind::bad_argument, "there is no device 1");
  Cuda small(kOperands, options(fake_worker::kTooSmall));
  EXPECT_ERROR(small.prepare(std::vector{tile(64, 64)}), ErrorKind::not_available, "it does not fit");
  kernels::GemmOperands narrow = kOperands;
  narrow.lda = 255;
  EXPECT_ERROR(Cuda(narrow, options()), ErrorKind::bad_argument, HasSubstr("leading dimension 255"));
}

TEST(CublasLt, its_space_is_what_the_library_offers) {
  NEEDS_NVRTC();
  CublasLt library(kOperands, options(), 4);
  const TuningProblem problem = library.problem();
  EXPECT_EQ(problem.space.product_size(), 4U);
  EXPECT_EQ(problem.key.integer("M"), 256);
  EXPECT_EQ(library.describe().text("name"), "cublaslt");
  EXPECT_EQ(library.description({{"candidate", 3}}), "algo 3");
  EXPECT_THAT(std::get<Samples>(library.measure({{"candidate", fake_worker::kGood}}, 2)), ElementsAre(1, 1));
  EXPECT_EQ(failure_of(library.measure({{"candidate", fake_worker::kAborts}}, 2)).substr(0, 8), "crashed:");
  EXPECT_THAT(std::get<Samples>(library.measure({{"candidate", fake_worker::kGood}}, 1)), ElementsAre(1));
  EXPECT_THAT(library.conditions({{"candidate", fake_worker::kGood}}), SizeIs(2));
  EXPECT_THAT(library.conditions({{"candidate", fake_worker::kAborts}}), IsEmpty());
}

TEST(CublasLt, candidates_that_there_are_not_are_errors) {
  NEEDS_NVRTC();
  EXPECT_ERROR(CublasLt(kOperands, options(), 0), ErrorKind::bad_argument, StartsWith("cublaslt: 0 candidates"));
  CublasLt library(kOperands, options(), 4);
  EXPECT_ERROR(static_cast<void>(library.measure({{"candidate", 4}}, 1)), ErrorKind::bad_argument,
               "cublaslt has no candidate 4; there are 0 to 3");
}

TEST(Floor, is_the_larger_of_operations_and_bytes) {
  const gemm::GpuSpec& h200 = gemm::find_gpu("h200");
  // 2 * 4096^3 / 989e12 s; and for one row, 2 * (4096 + 4096^2 + 4096) bytes / 4800e9 s.
  EXPECT_NEAR(cuda::floor_ms(kernels::packed_operands({4096, 4096, 4096}), h200), 0.138968, 1e-6);
  EXPECT_NEAR(cuda::floor_ms(kernels::packed_operands({1, 4096, 4096}), h200), 0.006994, 1e-6);
}

TEST(SamplesWithin, are_from_1_to_10000) {
  EXPECT_EQ(cuda::samples_within(100, 0.5), 200);
  EXPECT_EQ(cuda::samples_within(100, 30), 3);
  EXPECT_EQ(cuda::samples_within(1, 30), 1);
  EXPECT_EQ(cuda::samples_within(-1, 30), 1);
  EXPECT_EQ(cuda::samples_within(std::nan(""), 30), 1);
  EXPECT_EQ(cuda::samples_within(100, 0), 10000);
  EXPECT_EQ(cuda::samples_within(1e300, 1e-300), 10000);
}

TEST(Availability, tells_what_the_worker_tells_it) {
  NEEDS_NVRTC();
  const auto components = cuda::availability(TILEWRIGHT_FAKE_WORKER);
  ASSERT_EQ(components.size(), 4U);
  EXPECT_EQ(components[1].name, "worker");
  EXPECT_EQ(components[2].text, "fake");
  EXPECT_EQ(cuda::why_not_available(false, TILEWRIGHT_FAKE_WORKER), "there is none");
  EXPECT_THAT(cuda::why_not_available(false, "/nowhere/worker").value(), HasSubstr("/nowhere/worker"));
  EXPECT_EQ(cuda::query_device(0, TILEWRIGHT_FAKE_WORKER).name, "fake");
}

TEST(Availability, never_throws_and_says_why_in_one_line) {
  for (const auto& component : cuda::availability()) {
    EXPECT_FALSE(component.text.empty()) << component.name;
    EXPECT_EQ(component.text.find('\n'), std::string::npos) << component.name;
  }
}

}  // namespace
}  // namespace tilewright::backends
