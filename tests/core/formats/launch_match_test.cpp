#include "core/formats/launch_match.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tilewright::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DimensionProduct, OfBothSpellings) {
  EXPECT_EQ(dimension_product("128,2,1"), 256);
  EXPECT_EQ(dimension_product(" (128, 2, 3) "), 768);
  for (const char* text :
       {"", "128", "1,2", "1,2,3,4", "(1,2,3", "a,b,c", "0,1,1", "-1,1,1", "1.5,1,1", "1e9,1e9,1", "nan,1,1", "1,,1"})
    EXPECT_EQ(dimension_product(text), std::nullopt) << text;
}

const std::vector<LaunchShape> kShapes{{.ctas = 512, .threads = 256, .smem_bytes = 49152, .tile = "128x256x32"},
                                       {.ctas = 512, .threads = 256, .smem_bytes = 98304, .tile = "128x256x64"},
                                       {.ctas = 512, .threads = 128, .smem_bytes = 49152, .tile = "128x256x32"},
                                       {.ctas = 256, .threads = 256, .smem_bytes = 65536, .tile = "256x256x32"}};

NcuLaunch launch(std::string kernel, std::string grid, std::string block) {
  return {.kernel = std::move(kernel), .grid = std::move(grid), .block = std::move(block)};
}

TEST(LaunchMatch, GoesByGridAndBlock) {
  EXPECT_THAT(matches(launch("gemm", "512,1,1", "256,1,1"), kShapes), ElementsAre(0, 1));
  EXPECT_THAT(matches(launch("gemm", "(16, 32, 1)", "(32, 4, 1)"), kShapes), ElementsAre(2));
  EXPECT_THAT(matches(launch("gemm", "512,1,1", "64,1,1"), kShapes), IsEmpty());
  EXPECT_THAT(matches(launch("gemm", "", "256,1,1"), kShapes), IsEmpty());
}

TEST(LaunchMatch, GoesBySharedMemoryWhereItWasMeasured) {
  NcuLaunch measured = launch("gemm", "512,1,1", "256,1,1");
  measured.metrics = {{"launch__shared_mem_per_block_dynamic", "Kbyte/block", 98.30}};
  EXPECT_THAT(matches(measured, kShapes), ElementsAre(1));
  measured.metrics = {{"launch__shared_mem_per_block_dynamic", "byte/block", 49152}};
  EXPECT_THAT(matches(measured, kShapes), ElementsAre(0));
  measured.metrics = {{"launch__shared_mem_per_block_dynamic", "byte", 1}};
  EXPECT_THAT(matches(measured, kShapes), IsEmpty());
  measured.metrics = {{"launch__shared_mem_per_block_dynamic", "furlong", 1}};
  EXPECT_THAT(matches(measured, kShapes), ElementsAre(0, 1));
}

TEST(LaunchMatch, GoesByTheTileInTheNameWhereThereIsOne) {
  EXPECT_THAT(matches(launch("gemm_128x256x64_tn", "512,1,1", "256,1,1"), kShapes), ElementsAre(1));
  EXPECT_THAT(matches(launch("gemm_128x256x640", "512,1,1", "256,1,1"), kShapes), ElementsAre(0, 1));
  EXPECT_THAT(matches(launch("gemm_1128x256x64 128x256x64", "512,1,1", "256,1,1"), kShapes), ElementsAre(1));
  EXPECT_THAT(matches(launch("gemm_256x256x32", "512,1,1", "256,1,1"), kShapes), ElementsAre(0, 1));
}

}  // namespace
}  // namespace tilewright::formats
