#include "core/gemm/wave_model.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/core/gemm/generators.hpp"
#include "tests/reference/reference_run.hpp"
#include "tests/support/relative.hpp"

namespace tilewright::gemm {
namespace {

const GpuSpec& rtx3070() { return find_gpu("rtx3070"); }

TEST(Predict, AgreesWithThePublishedRunOnAllConfigs) {
  for (const reference::ConfigFigures& published : reference::kConfigs) {
    const TileConfig tile{published.bm, published.bn, published.bk, published.num_warps, published.num_stages};
    const Prediction prediction = predict({4096, 4096, 4096}, tile, rtx3070());
    EXPECT_EQ(prediction.waves.tiles, published.tiles) << to_text(tile);
    EXPECT_EQ(prediction.waves.waves, published.waves) << to_text(tile);
    EXPECT_REL(prediction.compute_ms, published.compute_ms, 1e-12) << to_text(tile);
    EXPECT_REL(prediction.memory_ms, published.memory_ms, 1e-12) << to_text(tile);
    EXPECT_REL(prediction.predicted_ms, published.predicted_ms, 1e-12) << to_text(tile);
    EXPECT_EQ(to_text(prediction.bound), published.bound) << to_text(tile);
  }
}

TEST(Predict, OneTileMoreThanAWaveCosts41PercentMore) {
  const TileConfig tile{128, 128, 32, 8, 3};
  const Prediction full = predict({128 * 92, 128, 4096}, tile, rtx3070());
  EXPECT_EQ(full.waves.tiles, 92);
  EXPECT_EQ(full.occupancy.ctas_per_sm, 2);
  EXPECT_EQ(full.waves.waves, 1);
  EXPECT_EQ(full.waves.last_wave_fill(), 1.0);
  EXPECT_REL(full.predicted_ms, 0.4423942857142857, 1e-12);

  const Prediction over = predict({128 * 93, 128, 4096}, tile, rtx3070());
  EXPECT_EQ(over.waves.waves, 2);
  EXPECT_EQ(over.waves.last_wave_ctas, 1);
  EXPECT_REL(over.predicted_ms, 0.6224015488, 1e-12);
}

TEST(Predict, TiledBytesDoNotCountTheL2) {
  EXPECT_EQ(predict({4096, 4096, 4096}, {128, 128, 32, 4, 3}, rtx3070()).bound, Bound::memory);
}

TEST(Predict, HoldsTheLargestShapes) {
  const Prediction prediction = predict({kMaxSize, kMaxSize, kMaxSize}, {1, 1, 1, 1, 1}, rtx3070());
  EXPECT_EQ(prediction.waves.tiles, kMaxSize * kMaxSize);
  EXPECT_GT(prediction.predicted_ms, 0);
  EXPECT_EQ(predict({40960, 128256, 8192}, {128, 128, 32, 8, 3}, rtx3070()).waves.tiles, 320 * 1002);
}

TEST(TiledBytes, AreOperandsPerTileAndTheResultOnce) {
  // 4 tiles, each 128 x 64 of A and 64 x 128 of B in 2-byte elements, and 256 x 256 of C.
  EXPECT_EQ(tiled_bytes({256, 256, 64}, {128, 128, 32, 4, 2}), 4 * 256 * 64 * 2 + 256 * 256 * 2);
}

TEST(Padding, IsTheShareOutside) {
  EXPECT_EQ(padding(4096, 256), 0.0);
  EXPECT_DOUBLE_EQ(padding(100, 256), 0.609375);
  EXPECT_DOUBLE_EQ(padding(1, 32), 0.96875);
}

RC_GTEST_PROP(WaveLaws, StepExactlyAtMultiplesOfTheWave, ()) {
  const TileConfig tile = *any_tile();
  const GpuSpec gpu = *any_gpu();
  const std::int64_t per_wave = waves({1, 1, 1}, tile, gpu).ctas_per_wave;
  const auto full_waves = *rc::gen::inRange<std::int64_t>(1, 5);
  const GemmShape full{per_wave * full_waves * tile.bm, 1, 64};
  RC_ASSERT(waves(full, tile, gpu).waves == full_waves);
  RC_ASSERT(waves(full, tile, gpu).last_wave_ctas == per_wave);
  RC_ASSERT(waves({full.m + 1, 1, 64}, tile, gpu).waves == full_waves + 1);
  RC_ASSERT(waves({full.m + 1, 1, 64}, tile, gpu).last_wave_ctas == 1);
}

RC_GTEST_PROP(PredictLaws, GrowsWithK, ()) {
  GemmShape shape = *any_shape();
  const TileConfig tile = *any_tile();
  const GpuSpec gpu = *any_gpu();
  const double less_ms = predict(shape, tile, gpu).predicted_ms;
  shape.k += *any_size();
  RC_ASSERT(predict(shape, tile, gpu).predicted_ms > less_ms);
}

RC_GTEST_PROP(PredictLaws, DoesNotGrowWithBandwidth, ()) {
  const GemmShape shape = *any_shape();
  const TileConfig tile = *any_tile();
  GpuSpec gpu = *any_gpu();
  const Prediction slow = predict(shape, tile, gpu);
  gpu.dram_gbs *= 1 + *rc::gen::inRange(1, 100) / 10.0;
  const Prediction fast = predict(shape, tile, gpu);
  RC_ASSERT(fast.predicted_ms <= slow.predicted_ms);
  if (fast.bound == Bound::memory) {
    RC_ASSERT(fast.predicted_ms < slow.predicted_ms);
  }
}

RC_GTEST_PROP(PredictLaws, IsTheLargerOfBothAndTheLaunch, ()) {
  const GpuSpec gpu = *any_gpu();
  const Prediction prediction = predict(*any_shape(), *any_tile(), gpu);
  const bool compute = prediction.bound == Bound::compute;
  const double larger_ms = compute ? prediction.compute_ms : prediction.memory_ms;
  RC_ASSERT(larger_ms >= prediction.compute_ms);
  RC_ASSERT(larger_ms >= prediction.memory_ms);
  RC_ASSERT(prediction.predicted_ms == larger_ms + gpu.launch_overhead_ms);
}

}  // namespace
}  // namespace tilewright::gemm
