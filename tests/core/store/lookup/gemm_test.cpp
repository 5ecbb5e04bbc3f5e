#include "core/store/lookup/gemm.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/gemm/occupancy.hpp"
#include "core/store/shape_table.hpp"
#include "tests/core/gemm/generators.hpp"

namespace tilewright::lookup {
namespace {

Fields config(std::int64_t bm, std::int64_t bn, std::int64_t bk, std::int64_t warps, std::int64_t stages) {
  return {{"BM", bm}, {"BN", bn}, {"BK", bk}, {"num_warps", warps}, {"num_stages", stages}};
}

bool can_run(const Fields& config, const Shape& shape = {4096, 4096, 4096}, std::int64_t smem_bytes = 101376) {
  GemmLimits limits;
  limits.smem_per_cta_bytes = smem_bytes;
  return GemmCanRun({config}, limits)(shape, 0);
}

TEST(GemmCanRun, GoesByTheDevicesLimits) {
  EXPECT_TRUE(can_run(config(128, 256, 64, 8, 2)));  // 98304 B
  EXPECT_FALSE(can_run(config(128, 256, 64, 8, 3)));
  EXPECT_TRUE(can_run(config(32, 32, 32, 32, 2)));
  EXPECT_FALSE(can_run(config(32, 32, 32, 64, 2)));
}

TEST(GemmCanRun, GoesByTheShape) {
  Fields split = config(128, 128, 64, 8, 2);
  split.emplace_back("split_k", std::int64_t{4});
  EXPECT_TRUE(can_run(split, {64, 64, 193}));
  EXPECT_FALSE(can_run(split, {64, 64, 192}));
  EXPECT_TRUE(can_run(config(16, 16, 32, 4, 2), {32768, 1 << 20, 1}));
  EXPECT_FALSE(can_run(config(16, 16, 32, 4, 2), {1 << 20, 1 << 20, 1}));  // 2^32 tiles
}

TEST(GemmCanRun, AKernelMayNeedAlignedRows) {
  GemmLimits limits;
  limits.smem_per_cta_bytes = 101376;
  limits.k_and_n_multiple = 8;
  const GemmCanRun aligned({config(64, 64, 32, 4, 2)}, limits);
  EXPECT_TRUE(aligned({1, 8, 16}, 0));
  EXPECT_FALSE(aligned({1, 8, 15}, 0));
  EXPECT_FALSE(aligned({1, 7, 16}, 0));
}

TEST(GemmCanRun, WhatIsNoConfigOfTheKernelCannot) {
  EXPECT_FALSE(can_run({{"candidate", std::int64_t{3}}}));
  EXPECT_FALSE(can_run(config(0, 64, 32, 4, 2)));
  EXPECT_FALSE(can_run(config(64, 64, 32, 4, -1)));
  EXPECT_FALSE(can_run(config(std::int64_t{1} << 40, 64, 32, 4, 2)));
}

RC_GTEST_PROP(GemmCanRunLaws, AgreesWithTheModelOnSharedMemory, ()) {
  const gemm::TileConfig tile = *gemm::any_tile();
  const gemm::GpuSpec gpu = *gemm::any_gpu();
  const GemmCanRun on_gpu({store::to_fields(gemm::to_config(tile))}, gemm_limits(store::device_fields(gpu)));
  RC_ASSERT(on_gpu({64, 64, 64}, 0) == (gemm::smem_bytes(tile) <= gpu.smem_per_cta_bytes));
}

struct Properties {
  int major = 9;
  int minor = 0;
  int multiProcessorCount = 132;                    // NOLINT(readability-identifier-naming)
  std::size_t sharedMemPerMultiprocessor = 233472;  // NOLINT(readability-identifier-naming)
  std::size_t sharedMemPerBlockOptin = 232448;      // NOLINT(readability-identifier-naming)
  int regsPerMultiprocessor = 65536;                // NOLINT(readability-identifier-naming)
};

TEST(CudaDevice, IsTheDeviceOfATable) {
  EXPECT_EQ(first_difference(store::device_fields(gemm::find_gpu("h200")), cuda_device(Properties())), std::nullopt);
  EXPECT_EQ(first_difference(store::device_fields(gemm::find_gpu("rtx3070")), cuda_device(Properties())),
            "'compute_capability' is 86, not 90");
}

}  // namespace
}  // namespace tilewright::lookup
