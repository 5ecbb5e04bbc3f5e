#include "backends/cuda/nvrtc.hpp"

#include <gmock/gmock.h>

#include <optional>
#include <thread>

#include "backends/cuda/helper_source.hpp"
#include "core/error.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::backends::cuda {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Nvrtc* nvrtc() {
  static const std::optional<Nvrtc> kNvrtc = []() -> std::optional<Nvrtc> {
    try {
      return Nvrtc();
    } catch (const Error& fault) {
      std::cout << fault.what() << '\n';
      return std::nullopt;
    }
  }();
  return kNvrtc ? &*kNvrtc : nullptr;
}

#define NEEDS_NVRTC() \
  if (nvrtc() == nullptr) GTEST_SKIP() << "NVRTC is not installed"

CompileJob job(const std::string& source) { return {source, {"--gpu-architecture=sm_86"}}; }

TEST(Nvrtc, machine_code_comes_with_the_usage_of_its_kernels) {
  NEEDS_NVRTC();
  const CompileOutcome outcome = nvrtc()->compile(
      job("extern \"C\" __global__ void k(float* p) { __shared__ float s[64]; s[threadIdx.x] = p[threadIdx.x]; "
          "__syncthreads(); p[threadIdx.x] = s[63 - threadIdx.x]; }"));
  const auto& binary = std::get<Binary>(outcome);
  EXPECT_THAT(binary.cubin, StartsWith("\x7f"
                                       "ELF"));
  ASSERT_EQ(binary.kernels.count("k"), 1U);
  EXPECT_GT(binary.kernels.at("k").registers, 0);
  EXPECT_EQ(binary.kernels.at("k").static_smem_bytes, 256);
  EXPECT_GT(binary.compile_ms, 0);
  EXPECT_FALSE(binary.from_cache);
}

TEST(Nvrtc, source_that_does_not_compile_fails_with_its_first_error) {
  NEEDS_NVRTC();
  const CompileOutcome outcome = nvrtc()->compile(job("\n__global__ void k() { nonsense; }"));
  EXPECT_EQ(std::get<Failure>(outcome).kind, FailureKind::compile);
  EXPECT_THAT(std::get<Failure>(outcome).text, StartsWith("kernel.cu(2): error"));
  const CompileOutcome wrong_option = nvrtc()->compile({"", {"--gpu-architecture=sm_86", "--no-such-option"}});
  EXPECT_THAT(std::get<Failure>(wrong_option).text, HasSubstr("no-such-option"));
}

TEST(Nvrtc, too_much_shared_memory_is_a_lack_of_resources) {
  NEEDS_NVRTC();
  const CompileOutcome outcome = nvrtc()->compile(
      job("extern \"C\" __global__ void k(float* p) { __shared__ float s[70000]; s[threadIdx.x] = p[0]; "
          "__syncthreads(); p[1] = s[threadIdx.x ^ 1]; }"));
  EXPECT_EQ(std::get<Failure>(outcome).kind, FailureKind::resources);
}

TEST(Nvrtc, ptx_names_its_architecture) {
  NEEDS_NVRTC();
  EXPECT_THAT(std::get<std::string>(nvrtc()->ptx(job("extern \"C\" __global__ void k() {}"))),
              HasSubstr(".target sm_86"));
  EXPECT_EQ(std::get<Failure>(nvrtc()->ptx(job("nonsense"))).kind, FailureKind::compile);
}

TEST(Nvrtc, an_architecture_is_the_device_s_or_an_older_one_of_its_major_version) {
  NEEDS_NVRTC();
  EXPECT_EQ(nvrtc()->architecture_for(86), 86);
  EXPECT_EQ(nvrtc()->architecture_for(90), 90);
  EXPECT_EQ(nvrtc()->architecture_for(85), 80);
  EXPECT_ERROR(static_cast<void>(nvrtc()->architecture_for(35)), ErrorKind::not_available,
               HasSubstr("does not compile for compute capability 3.5"));
}

TEST(Nvrtc, the_worker_s_kernels_compile_without_spills) {
  NEEDS_NVRTC();
  for (const int architecture : {80, 86, 89, 90}) {
    const CompileOutcome outcome = nvrtc()->compile(helper_job(architecture));
    ASSERT_TRUE(std::holds_alternative<Binary>(outcome)) << std::get<Failure>(outcome).text;
    for (const auto& [name, usage] : std::get<Binary>(outcome).kernels)
      EXPECT_EQ(usage.spill_store_bytes + usage.stack_bytes, 0) << name;
  }
}

TEST(Nvrtc, threads_compile_side_by_side) {
  NEEDS_NVRTC();
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (std::size_t i = 0; i < good.size(); ++i)
    threads.emplace_back([&good, i] {
      const std::string name = "k" + std::to_string(i);
      const auto outcome = nvrtc()->compile(job("extern \"C\" __global__ void " + name + "() {}"));
      const auto* const binary = std::get_if<Binary>(&outcome);
      good[i] = binary != nullptr && binary->kernels.count(name) == 1;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(good, testing::Each(1));
}

}  // namespace
}  // namespace tilewright::backends::cuda
