#include "core/report/dram_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tilewright::report {
namespace {

using testing::HasSubstr;

TEST(DramVerdict, IsAShareOrThatThereIsNone) {
  const auto verdict = [](double bytes) { return dram_verdict({.bytes = bytes, .tiled_bytes = 1000, .launches = 1}); };
  EXPECT_EQ(verdict(380), "L2 serves 62 %");
  EXPECT_EQ(verdict(0), "L2 serves 100 %");
  EXPECT_EQ(verdict(949), "L2 serves 5 %");
  EXPECT_EQ(verdict(951), "no L2 reuse: GROUP_SIZE_M = 1?");
  EXPECT_EQ(verdict(1000), "no L2 reuse: GROUP_SIZE_M = 1?");
  EXPECT_EQ(verdict(2000), "no L2 reuse: GROUP_SIZE_M = 1?");
}

Explanation explained() {
  const gemm::GemmShape shape{.m = 4096, .n = 4096, .k = 4096};
  const gemm::GpuSpec& gpu = gemm::find_gpu("rtx3070");
  return explain(shape, gpu, gemm::gemm_problem(shape, gemm::Dtype::fp16, gpu, gemm::reference_space()));
}

TEST(DramReport, SaysNothingWhereNothingWasMeasured) {
  EXPECT_FALSE(has_dram(explained()));
  EXPECT_EQ(dram_table(explained(), {}), "");
  EXPECT_THAT(explain_csv(explained()), testing::Not(HasSubstr("dram")));
}

TEST(DramReport, SaysWhatWasMeasuredInEveryFormat) {
  Explanation explanation = explained();
  explanation.configs[3].dram = MeasuredDram{.bytes = 250e6, .tiled_bytes = 1e9, .launches = 3};
  explanation.dram_notes = {"launch 1 fits\033 none"};
  EXPECT_THAT(explain_table(explanation, {}),
              testing::EndsWith("tiled MB  measured MB  launches\n"
                                "--  --  --  ---------  ----------  --------  -----------  --------\n"
                                "32  32  32          8           2  1000.000      250.000         3  L2 serves 75 %\n"
                                "note: launch 1 fits? none\n"));
  const auto json = nlohmann::json::parse(explain_json(explanation));
  EXPECT_TRUE(json["configs"][0]["dram"].is_null());
  EXPECT_EQ(json["configs"][3]["dram"]["verdict"], "L2 serves 75 %");
  EXPECT_EQ(json["dram_notes"].size(), 1U);
  EXPECT_THAT(explain_csv(explanation), HasSubstr(",dram.bytes,dram.tiled_bytes,dram.launches,dram.verdict\n"));
  EXPECT_THAT(explain_csv(explanation), HasSubstr(",250000000,1000000000,3,L2 serves 75 %\n"));
}

}  // namespace
}  // namespace tilewright::report
