#include "core/report/instruction_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tilewright::report {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

Explanation three_tiles() {
  const auto one = [](std::int64_t value) { return std::vector<Value>{value}; };
  const Space space({{"BM", {std::int64_t{64}, std::int64_t{128}, std::int64_t{256}}},
                     {"BN", one(64)},
                     {"BK", one(32)},
                     {"num_warps", one(8)},
                     {"num_stages", one(2)}});
  const gemm::GemmShape shape{.m = 4096, .n = 4096, .k = 4096};
  const gemm::GpuSpec& gpu = gemm::find_gpu("rtx3070");
  return explain(shape, gpu, gemm::gemm_problem(shape, gemm::Dtype::fp16, gpu, space));
}

/// The same, two of them counted.
Explanation two_counted() {
  Explanation explanation = three_tiles();
  explanation.configs[0].instructions = {{"mma", 4}, {"other", 100}};
  explanation.configs[2].instructions = {{"mma", 16}, {"cp.async 16", 8}};
  return explanation;
}

TEST(InstructionReport, NothingChangesWhereNothingIsCounted) {
  EXPECT_THAT(instruction_kinds(three_tiles()), IsEmpty());
  EXPECT_EQ(instruction_table(three_tiles(), {}), "");
  EXPECT_THAT(explain_json(three_tiles()), Not(HasSubstr("ptx")));
  EXPECT_THAT(explain_csv(three_tiles()), Not(HasSubstr("ptx")));
}

TEST(InstructionReport, TheTableEndsWithThoseThatAreCountedBestFirst) {
  EXPECT_THAT(instruction_kinds(two_counted()), ElementsAre("cp.async 16", "mma", "other"));
  EXPECT_THAT(explain_table(two_counted(), {}), EndsWith(R"(

PTX of 2 of 3 kept configs: how often an instruction is written, with the bytes that a thread moves

 BM  BN  BK  num_warps  num_stages  predicted ms  cp.async 16  mma  other
---  --  --  ---------  ----------  ------------  -----------  ---  -----
256  64  32          8           2         6.072            8   16      0
 64  64  32          8           2         9.667            0    4    100
)"));
}

TEST(InstructionReport, JsonHasThemOfEachConfig) {
  const auto configs = nlohmann::ordered_json::parse(explain_json(two_counted()))["configs"];
  EXPECT_EQ(configs[0]["ptx"].dump(), R"({"mma":4,"other":100})");
  EXPECT_TRUE(configs[1].contains("ptx") && configs[1]["ptx"].is_null());
}

TEST(InstructionReport, CsvHasThemAsItsLastColumns) {
  const std::string csv = explain_csv(two_counted());
  EXPECT_THAT(csv, testing::ContainsRegex("^[^\n]*,ptx.cp.async 16,ptx.mma,ptx.other\n[^\n]*,0,4,100\n[^\n]*,,,\n"
                                          "[^\n]*,8,16,0\n$"));
}

}  // namespace
}  // namespace tilewright::report
