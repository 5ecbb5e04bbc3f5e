#include "backends/cuda/device_spec.hpp"

#include <gtest/gtest.h>

#include "tests/support/relative.hpp"

namespace tilewright::backends::cuda {
namespace {

DeviceInfo device(const std::string& name, int capability, int sms, int clock_mhz) {
  return {.name = name,
          .compute_capability = capability,
          .sms = sms,
          .clock_mhz = clock_mhz,
          .memory_clock_mhz = 7001,
          .memory_bus_bits = 256,
          .memory_bytes = 8LL << 30,
          .l2_bytes = 4 << 20,
          .smem_per_sm = 102400,
          .smem_per_cta = 101376,
          .smem_reserved_per_cta = 1024,
          .registers_per_sm = 65536,
          .warps_per_sm = 48,
          .ctas_per_sm = 16};
}

TEST(DeviceSpec, a_known_board_has_the_figures_of_its_data_sheet) {
  const gemm::GpuSpec gpu = device_spec(device("NVIDIA GeForce RTX 3070", 86, 46, 1725));
  EXPECT_NO_THROW(gemm::check(gpu));
  EXPECT_EQ(gpu.name, "nvidia-geforce-rtx-3070");
  EXPECT_EQ(gpu.title, "NVIDIA GeForce RTX 3070");
  EXPECT_EQ(gpu.peak_tflops, 40.6);
  EXPECT_EQ(gpu.dram_gbs, 448);
  EXPECT_EQ(gpu.l2_mib, 4);
  EXPECT_EQ(gpu.smem_reserved_per_cta_bytes, 1024);
  EXPECT_EQ(gpu.register_granularity_per_warp, 256);
}

TEST(DeviceSpec, every_board_of_the_table_is_met_by_the_rates_to_a_tenth) {
  // The peak that the architecture's rate gives at the data sheet's boost clock, against the data sheet.
  EXPECT_REL(device_spec(device("NVIDIA GeForce RTX 3070 Ti", 86, 46, 1725)).peak_tflops, 40.6, 0.01);
  EXPECT_REL(device_spec(device("NVIDIA GeForce RTX 4090 D", 89, 128, 2520)).peak_tflops, 165.2, 0.01);
  EXPECT_REL(device_spec(device("NVIDIA GeForce RTX 5090 D", 120, 170, 2407)).peak_tflops, 209.5, 0.01);
  EXPECT_REL(device_spec(device("NVIDIA A10G", 86, 72, 1695)).peak_tflops, 125, 0.01);
  EXPECT_REL(device_spec(device("NVIDIA L40", 89, 142, 2520)).peak_tflops, 362, 0.02);
  EXPECT_REL(device_spec(device("NVIDIA A100-PCIE-40GB", 80, 108, 1410)).peak_tflops, 312, 0.01);
  EXPECT_REL(device_spec(device("NVIDIA H100 NVL", 90, 132, 1830)).peak_tflops, 989, 0.01);
}

TEST(DeviceSpec, an_unknown_board_gets_the_bandwidth_of_its_memory) {
  EXPECT_REL(device_spec(device("NVIDIA GeForce RTX 3070 Ti", 86, 48, 1770)).dram_gbs, 448.064, 1e-12);
}

TEST(DeviceSpec, a_name_alone_does_not_make_a_known_board) {
  // A part of the board: fewer SMs than the data sheet has.
  EXPECT_EQ(device_spec(device("NVIDIA H200", 90, 132, 1980)).peak_tflops, 989);
  EXPECT_NE(device_spec(device("NVIDIA H200", 90, 16, 1980)).peak_tflops, 989);
}

TEST(DeviceSpec, a_name_without_letters_still_names_it) {
  EXPECT_EQ(device_spec(device("", 86, 46, 1725)).name, "gpu");
  EXPECT_EQ(device_spec(device(" (x) ", 86, 46, 1725)).name, "x");
}

}  // namespace
}  // namespace tilewright::backends::cuda
