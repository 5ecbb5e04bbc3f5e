#include "core/gemm/registers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/core/gemm/generators.hpp"

namespace tilewright::gemm {
namespace {

TEST(WarpGrid, LeastToLoadThenLongestRows) {
  const auto grid = [](std::int64_t bm, std::int64_t bn, std::int64_t warps) {
    const WarpGrid g = warp_grid({bm, bn, 32, warps, 2});
    return std::pair(g.warp_m, g.warp_n);
  };
  EXPECT_EQ(grid(128, 256, 8), std::pair(64L, 64L));
  EXPECT_EQ(grid(128, 128, 8), std::pair(32L, 64L));
  EXPECT_EQ(grid(32, 32, 8), std::pair(16L, 8L));
  EXPECT_EQ(grid(16, 64, 4), std::pair(16L, 16L));
  EXPECT_EQ(grid(16, 32, 8), std::pair(0L, 0L));
}

TEST(FittedRegisters, AreNearWhatPtxasGives) {
  // Registers that ptxas of CUDA 13.0 gave the kernel for sm_86.
  EXPECT_NEAR(static_cast<double>(fitted_registers_per_thread({128, 256, 64, 8, 3})), 234, 12);
  EXPECT_NEAR(static_cast<double>(fitted_registers_per_thread({64, 128, 64, 8, 4})), 104, 12);
  EXPECT_NEAR(static_cast<double>(fitted_registers_per_thread({32, 32, 32, 4, 2})), 55, 12);
}

TEST(FittedRegisters, CountAccumulatorsFragmentsAndChunks) {
  EXPECT_EQ(fitted_registers_per_thread({128, 256, 64, 8, 3}), 31 + 128 + 2 * (16 + 16) + 4 + 8);
  EXPECT_EQ(fitted_registers_per_thread({32, 32, 32, 8, 2}), 31 + 4 + 2 * (4 + 2) + 3 * 1 + 1);
}

TEST(FittedRegisters, OfATileWithoutAWarpGridAreTheReferences) {
  EXPECT_EQ(fitted_registers_per_thread({16, 32, 32, 8, 2}), registers_per_thread({16, 32, 32, 8, 2}));
}

RC_GTEST_PROP(FittedRegistersLaws, MoreWarpsNeedNoMoreEach, ()) {
  TileConfig tile = *any_tile();
  const std::int64_t with_few = fitted_registers_per_thread(tile);
  tile.num_warps *= 2;
  if (warp_grid(tile).along_m > 0) RC_ASSERT(fitted_registers_per_thread(tile) <= with_few);
}

}  // namespace
}  // namespace tilewright::gemm
