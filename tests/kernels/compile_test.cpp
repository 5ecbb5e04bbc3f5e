// Compiles the kernel with NVRTC, where there is one: no GPU is needed to see registers, spills and instructions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "core/gemm/occupancy.hpp"
#include "core/gemm/problem.hpp"
#include "core/gemm/registers.hpp"
#include "core/stats/quantile.hpp"
#include "kernels/launch.hpp"
#include "kernels/ptx_counts.hpp"
#include "tests/kernels/nvrtc.hpp"

namespace tilewright::kernels {
namespace {

#define SKIP_WITHOUT_NVRTC() \
  if (!Nvrtc::get().found()) GTEST_SKIP() << "NVRTC (libnvrtc.so of CUDA 12.8 or later) is not on this machine"

struct Compiled {
  GemmVariant variant;
  Nvrtc::Result result;
};

/// NVRTC holds some hundred MB for each thread.
std::vector<Compiled> compile_all(const std::vector<GemmVariant>& variants, int compute_capability) {
  std::vector<Compiled> all(variants.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < variants.size(); i = next++)
      all[i] = {variants[i], Nvrtc::get().compile(variants[i], compute_capability)};
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::clamp(std::thread::hardware_concurrency(), 1U, 8U); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return all;
}

std::string name(const GemmVariant& v) {
  return fmt::format("{} split {} {} {} {} {} pieces {} {} {}", gemm::to_text(v.tile), v.split_k,
                     gemm::to_text(v.dtype), to_text(v.a_layout), to_text(v.b_layout), to_text(v.epilogue),
                     v.a_piece_bytes, v.b_piece_bytes, to_text(v.load));
}

/// Registers in use, none of them spilled, and no shared memory but the pipeline's.
void expect_fits(const Compiled& c, int allowed_spill_bytes = 0) {
  ASSERT_TRUE(c.result.compiled) << c.result.log;
  EXPECT_GT(c.result.registers, 0) << c.result.log;
  EXPECT_LE(c.result.registers, 255);
  EXPECT_GE(c.result.spill_store_bytes, 0) << c.result.log;
  EXPECT_LE(c.result.spill_store_bytes, allowed_spill_bytes);
  EXPECT_LE(c.result.stack_bytes, allowed_spill_bytes);
  EXPECT_EQ(c.result.static_smem_bytes, 0);
}

/// The one config of the reference space that fits by the model and yet spills: 128 accumulators, 64 for fragments
/// and 20 chunks to request a stage leave ptxas of CUDA 13.0 eight registers short.
int known_spill_bytes(const gemm::TileConfig& tile, int compute_capability) {
  return compute_capability == 90 && tile == gemm::TileConfig{256, 64, 64, 4, 2} ? 32 : 0;
}

std::int64_t passes(std::int64_t elements, const gemm::TileConfig& tile) {
  return std::max<std::int64_t>(1, elements / 8 / tile.threads());
}

/// The loop of a 16-byte variant has each instruction once, its head the loads once more.
void expect_instructions(const Compiled& c) {
  const gemm::TileConfig& tile = c.variant.tile;
  const gemm::WarpGrid grid = gemm::warp_grid(tile);
  const std::int64_t steps = tile.bk / 16;
  PtxCounts counts = count_instructions(c.result.ptx);
  EXPECT_EQ(counts["mma"], steps * (grid.warp_m / 16) * (grid.warp_n / 8));
  EXPECT_EQ(counts["ldmatrix"], (steps + 1) * (grid.warp_m / 16 + std::max<std::int64_t>(1, grid.warp_n / 16)));
  EXPECT_EQ(counts["cp.async 16"], 2 * (passes(tile.bm * tile.bk, tile) + passes(tile.bn * tile.bk, tile)));
  EXPECT_EQ(counts["cp.async 8"] + counts["cp.async 4"] + counts["ld.local 4"] + counts["st.local 4"], 0);
}

// NVRTC has nothing for the sanitizers to see, and is many times slower under them: there a sample is enough.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kOneOf = 16;
#else
constexpr std::size_t kOneOf = 1;
#endif

class EveryConfigThatIsNotPruned : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryConfigThatIsNotPruned, CompilesWithoutSpills) {
  SKIP_WITHOUT_NVRTC();
  const gemm::GpuSpec& gpu = gemm::find_gpu(GetParam());
  const GemmOperands operands = packed_operands({4096, 4096, 4096});
  const TuningProblem problem = gemm::gemm_problem(operands.shape, operands.dtype, gpu, gemm::reference_space());
  std::vector<GemmVariant> variants;
  problem.space.for_each([&](ConfigIndex index, const Config& config) {
    if (index % kOneOf == 0 && !problem.reject(config)) variants.push_back(gemm_variant(config, operands));
  });
  std::vector<double> errors;  // of the fitted estimate
  for (const Compiled& c : compile_all(variants, gpu.compute_capability)) {
    SCOPED_TRACE(name(c.variant));
    expect_fits(c, known_spill_bytes(c.variant.tile, gpu.compute_capability));
    expect_instructions(c);
    EXPECT_EQ(launches(c.variant, operands, {}).back().shared_bytes, gemm::smem_bytes(c.variant.tile));
    errors.push_back(static_cast<double>(
        std::abs(c.result.registers - std::min<std::int64_t>(255, gemm::fitted_registers_per_thread(c.variant.tile)))));
  }
  EXPECT_LE(stats::quantile(errors, 0.5), kOneOf == 1 ? 5 : 8);  // of ten configs, one above tips it
  EXPECT_LE(stats::quantile(errors, 1), 15);
}

INSTANTIATE_TEST_SUITE_P(Gpus, EveryConfigThatIsNotPruned, ::testing::Values("a100-80gb", "rtx3070", "rtx4090", "h200"),
                         [](const auto& gpu) {
                           return fmt::format("sm_{}", gemm::find_gpu(gpu.param).compute_capability);
                         });

GemmVariant variant(std::int64_t bm, std::int64_t bn, std::int64_t bk, std::int64_t warps, std::int64_t stages) {
  return {.tile = {bm, bn, bk, warps, stages}};
}

TEST(Variants, LayoutsEpiloguesAndTypesFit) {
  SKIP_WITHOUT_NVRTC();
  std::vector<GemmVariant> variants;
  for (int i = 0; i < 16; ++i) {
    GemmVariant v = i % 2 == 0 ? variant(128, 128, 32, 8, 3) : variant(16, 64, 128, 4, 6);
    v.a_layout = static_cast<Layout>(i / 2 % 2);
    v.b_layout = static_cast<Layout>(i / 4 % 2);
    v.epilogue = static_cast<Epilogue>((i + i / 4) % 4);
    v.dtype = static_cast<gemm::Dtype>(i / 8 % 2);
    v.split_k = i % 3 == 0 ? 4 : 1;
    variants.push_back(v);
  }
  for (const Compiled& c : compile_all(variants, 86)) {
    SCOPED_TRACE(name(c.variant));
    expect_fits(c);
    if (c.variant.split_k == 1) expect_instructions(c);
  }
}

/// The tiles with most accumulators leave fewest registers for the end, where parts are summed and activated.
TEST(Variants, LargestTilesFitWithSplitKAndGelu) {
  SKIP_WITHOUT_NVRTC();
  std::vector<GemmVariant> variants;
  for (GemmVariant v : {variant(128, 256, 32, 8, 3), variant(256, 128, 32, 8, 3), variant(128, 128, 32, 4, 3)})
    for (const std::int64_t split_k : {1, 2, 16}) {
      v.split_k = split_k;
      v.epilogue = Epilogue::bias_gelu;
      variants.push_back(v);
    }
  for (const Compiled& c : compile_all(variants, 86)) {
    SCOPED_TRACE(name(c.variant));
    expect_fits(c);
  }
}

TEST(Variants, PiecesOfMisalignedOperandsAreWhatTheyAreCalled) {
  SKIP_WITHOUT_NVRTC();
  std::vector<GemmVariant> variants;
  for (const int piece : {8, 4, 2}) {
    GemmVariant v = variant(64, 64, 32, 4, 3);
    v.a_piece_bytes = piece;
    variants.push_back(v);
  }
  GemmVariant copy = variant(64, 64, 32, 4, 3);
  copy.load = Load::copy;
  variants.push_back(copy);
  const std::vector<Compiled> all = compile_all(variants, 86);
  for (const Compiled& c : all) {
    SCOPED_TRACE(name(c.variant));
    expect_fits(c);
    PtxCounts counts = count_instructions(c.result.ptx);
    const int piece = c.variant.a_piece_bytes;
    EXPECT_EQ(counts["cp.async 16"], piece == 16 ? 8 : 4);
    EXPECT_EQ(counts["cp.async 8"], piece == 8 ? 2 * 4 : 0);
    EXPECT_EQ(counts["cp.async 4"], piece == 4 ? 4 * 4 : 0);
    EXPECT_EQ(counts["ld.global 2"], piece == 2 || c.variant.load == Load::copy ? (piece == 2 ? 4 * 8 : 16) : 0);
  }
  EXPECT_NE(all.back().result.ptx.find(".entry align_operands"), std::string::npos);
  EXPECT_EQ(all.front().result.ptx.find(".entry align_operands"), std::string::npos);
}

TEST(Variants, ATileThatDoesNotFitTheKernelIsACompileError) {
  SKIP_WITHOUT_NVRTC();
  const Nvrtc::Result result = Nvrtc::get().compile(variant(8, 64, 32, 4, 3), 86);
  EXPECT_FALSE(result.compiled);
  EXPECT_NE(result.log.find("parameters.cuh"), std::string::npos) << result.log;
}

}  // namespace
}  // namespace tilewright::kernels
