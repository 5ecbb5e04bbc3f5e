#include "core/report/explain_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tilewright::report {
namespace {

using testing::HasSubstr;

Space two_tiles() {
  const auto one = [](std::int64_t value) { return std::vector<Value>{value}; };
  return Space({{"BM", {std::int64_t{128}, std::int64_t{256}}},
                {"BN", one(256)},
                {"BK", one(64)},
                {"num_warps", one(8)},
                {"num_stages", one(2)}});
}

Explanation explained(Space space) {
  const gemm::GemmShape shape{.m = 4096, .n = 4096, .k = 4096};
  const gemm::GpuSpec& gpu = gemm::find_gpu("rtx3070");
  return explain(shape, gpu, gemm::gemm_problem(shape, gemm::Dtype::fp16, gpu, std::move(space)));
}

TEST(ExplainReport, TableHasAVerdictForEachConfig) {
  EXPECT_EQ(explain_table(explained(two_tiles()), {}), R"(gemm M=4096 N=4096 K=4096 dtype=fp16 gpu=rtx3070
1 of 2 configs pruned: 1 by shared memory (e.g. shared memory 131072 B > 101376 B)

 BM   BN  BK  num_warps  num_stages  smem B  regs/thread  CTAs/SM  limited by     tiles  waves  last full %  compute ms  memory ms  predicted ms  bound    verdict
---  ---  --  ---------  ----------  ------  -----------  -------  -------------  -----  -----  -----------  ----------  ---------  ------------  -------  ---------------------------------
128  256  64          8           2   98304          168        1  shared memory    512     12           13       3.704      3.670         3.709  compute  kept
256  256  64          8           2  131072          296        1  shared memory    256      6           57       3.704      2.472         3.709  compute  shared memory 131072 B > 101376 B
)");
}

TEST(ExplainReport, JsonHasTheSchemaInItsOrder) {
  const auto json = nlohmann::ordered_json::parse(explain_json(explained(two_tiles())));
  EXPECT_EQ(json["schema"], "tilewright.explain/1");
  EXPECT_EQ(json["problem"].dump(), R"({"kernel":"gemm","M":4096,"N":4096,"K":4096,"dtype":"fp16","gpu":"rtx3070"})");
  std::vector<std::string> names;
  for (const auto& [name, value] : json["configs"][0].items()) names.push_back(name);
  EXPECT_THAT(names, testing::ElementsAre("config", "verdict", "smem_bytes", "registers", "ctas_per_sm", "tiles",
                                          "waves", "compute_ms", "memory_ms", "predicted_ms", "bound", "reason",
                                          "limiter", "last_wave_ctas"));
  EXPECT_EQ(json["configs"][0]["verdict"], "kept");
  EXPECT_TRUE(json["configs"][0]["reason"].is_null());
  EXPECT_EQ(json["configs"][1]["verdict"], "shared_memory");
  EXPECT_EQ(json["configs"][1]["reason"], "shared memory 131072 B > 101376 B");
}

TEST(ExplainReport, ReferenceSpaceHasThePublishedVerdicts) {
  const Explanation explanation = explained(gemm::reference_space());
  EXPECT_EQ(explanation.configs.size(), 192U);
  EXPECT_EQ(explanation.pruned.kept.size(), 146U);
  EXPECT_THAT(explain_table(explanation, {}), HasSubstr("46 of 192 configs pruned: 34 by shared memory (e.g. "));
}

TEST(ExplainReport, CsvHasTheSameColumns) {
  const std::string csv = explain_csv(explained(two_tiles()));
  EXPECT_THAT(csv, testing::StartsWith("BM,BN,BK,num_warps,num_stages,verdict,smem_bytes,registers,ctas_per_sm,tiles,"
                                       "waves,compute_ms,memory_ms,predicted_ms,bound,reason,limiter,last_wave_ctas\n"
                                       "128,256,64,8,2,kept,98304,168,1,512,12,3.70"));
  EXPECT_THAT(csv, HasSubstr(",compute,shared memory 131072 B > 101376 B,shared_memory,26\n"));
}

TEST(ExplainReport, RefusesASpaceWithoutTiles) {
  EXPECT_ANY_THROW(static_cast<void>(explained(Space({{"BM", {std::int64_t{128}}}}))));
}

}  // namespace
}  // namespace tilewright::report
