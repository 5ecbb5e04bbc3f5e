#include "core/report/gpu_report.hpp"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

namespace tilewright::report {
namespace {

const std::array<gemm::GpuSpec, 1> kGpu{{{.name = "mine",
                                          .title = "My, own",
                                          .compute_capability = 120,
                                          .sms = 10,
                                          .peak_tflops = 1.5,
                                          .dram_gbs = 100,
                                          .l2_mib = 2,
                                          .smem_per_sm_bytes = 102400,
                                          .smem_per_cta_bytes = 101376,
                                          .smem_reserved_per_cta_bytes = 1024,
                                          .registers_per_sm = 65536,
                                          .registers_per_thread = 255,
                                          .register_granularity_per_warp = 256,
                                          .warps_per_sm = 48,
                                          .ctas_per_sm = 24,
                                          .launch_overhead_ms = 0.005}}};

TEST(GpuReport, TableHasUnits) {
  EXPECT_EQ(gpu_table(kGpu, {}),
            "name  title    capability  SMs  TFLOP/s  GB/s  L2 MiB  smem/SM KiB  smem/CTA KiB  regs/SM  warps/SM  "
            "CTAs/SM\n"
            "----  -------  ----------  ---  -------  ----  ------  -----------  ------------  -------  --------  "
            "-------\n"
            "mine  My, own        12.0   10      1.5   100       2          100            99    65536        48       "
            "24\n");
}

TEST(GpuReport, CsvHasEveryField) {
  EXPECT_EQ(gpu_csv(kGpu),
            "name,title,compute_capability,sms,peak_tflops,dram_gbs,l2_mib,smem_per_sm_bytes,smem_per_cta_bytes,"
            "smem_reserved_per_cta_bytes,registers_per_sm,registers_per_thread,register_granularity_per_warp,"
            "warps_per_sm,ctas_per_sm,launch_overhead_ms\n"
            "mine,\"My, own\",120,10,1.5,100,2,102400,101376,1024,65536,255,256,48,24,0.005\n");
}

TEST(GpuReport, JsonIsAListUnderItsSchema) {
  const auto json = nlohmann::ordered_json::parse(gpu_json(kGpu));
  EXPECT_EQ(json["schema"], "tilewright.gpus/1");
  ASSERT_EQ(json["gpus"].size(), 1U);
  EXPECT_EQ(json["gpus"][0]["name"], "mine");
  EXPECT_EQ(json["gpus"][0]["launch_overhead_ms"], 0.005);
}

}  // namespace
}  // namespace tilewright::report
