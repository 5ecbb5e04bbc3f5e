#include "core/gemm/gpu_spec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/support/expect_error.hpp"

namespace tilewright::gemm {
namespace {

TEST(KnownGpus, AreSoundAndNamedApart) {
  std::set<std::string> names;
  for (const GpuSpec& gpu : known_gpus()) {
    EXPECT_NO_THROW(check(gpu)) << gpu.name;
    EXPECT_TRUE(names.insert(gpu.name).second) << gpu.name;
  }
  EXPECT_EQ(names.size(), 16U);
}

TEST(KnownGpus, HaveTheReferenceProfileAndTheDataSheetOfTheRtx3070) {
  const GpuSpec& reference = find_gpu("rtx3070");
  EXPECT_EQ(reference.sms, 46);
  EXPECT_EQ(reference.peak_tflops, 40.0);
  EXPECT_EQ(reference.dram_gbs, 448.0);
  EXPECT_EQ(reference.smem_per_sm_bytes, 102400);
  EXPECT_EQ(reference.smem_per_cta_bytes, 101376);
  EXPECT_EQ(reference.launch_overhead_ms, 0.005);
  EXPECT_EQ(find_gpu("rtx3070-datasheet").peak_tflops, 40.6);
}

TEST(KnownGpus, SayWhatThereIsForAnUnknownName) {
  EXPECT_ERROR(static_cast<void>(find_gpu("rtx307")), ErrorKind::bad_argument,
               testing::StartsWith("gpu 'rtx307' is not known; there are: rtx3070, rtx3060, "));
}

TEST(CheckGpu, NamesTheFieldThatIsWrong) {
  const auto refused = [](auto change, const char* what) {
    GpuSpec gpu = find_gpu("rtx3070");
    change(gpu);
    EXPECT_ERROR(check(gpu), ErrorKind::bad_argument, testing::HasSubstr(what));
  };
  refused([](GpuSpec& gpu) { gpu.sms = -46; }, "gpu 'rtx3070': sms is -46; give a number above 0");
  refused([](GpuSpec& gpu) { gpu.peak_tflops = std::nan(""); }, "peak_tflops is nan");
  refused([](GpuSpec& gpu) { gpu.dram_gbs = INFINITY; }, "dram_gbs is inf");
  refused([](GpuSpec& gpu) { gpu.registers_per_sm = 0; }, "registers_per_sm is 0");
  refused([](GpuSpec& gpu) { gpu.launch_overhead_ms = -1; }, "launch_overhead_ms is -1; give a number from 0");
  refused([](GpuSpec& gpu) { gpu.smem_per_cta_bytes = 102401; },
          "smem_per_cta_bytes is 102401, more than smem_per_sm_bytes");
  refused([](GpuSpec& gpu) { gpu.name = ""; }, "gpu: it has no name");
}

}  // namespace
}  // namespace tilewright::gemm
