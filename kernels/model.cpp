#include "kernels/model.hpp"

#include <algorithm>
#include <cmath>

#include "core/gemm/registers.hpp"
#include "kernels/launch.hpp"

namespace tilewright::kernels {
namespace {

// Per SM and fitted on an H200; other GPUs have the same widths of 128 and 64 bytes a cycle at similar clocks.
constexpr double kSharedMemoryGbs = 400;  // that fragments are read with while tensor cores work
constexpr double kL2Gbs = 100;            // that stages are filled with
constexpr double kPartsGbs = 38;          // of parts of sums, written and read
constexpr double kMemoryLatencyUs = 0.65;
constexpr double kNextTileUs = 3;    // a CTA's end and another's first stages
constexpr double kLastPartUs = 2;    // counting arrivals and adding the parts
constexpr double kCopyLaunchUs = 2;  // a launch after another
constexpr double kDramShare = 0.95;  // of the data sheet's bandwidth

/// Hopper's tensor cores, and those of the data-centre Blackwell, do not reach their peak by mma.sync.
double mma_share(int compute_capability) { return compute_capability >= 90 && compute_capability < 120 ? 0.8 : 1; }

/// The time of things that are done at once: the longest, and up to 19 % more when two are as long. Of square roots,
/// which every standard library rounds alike.
template <typename... Times>
double together(Times... times) {
  return std::sqrt(std::sqrt(((times * times * times * times) + ...)));
}

double number(std::int64_t integer) { return static_cast<double>(integer); }

/// Where all work is and how it is cut.
struct Work {
  std::int64_t tiles = 0;
  std::int64_t ctas = 0;
  double steps = 0;     // k tiles of one CTA
  double segments = 1;  // tiles of C that one CTA works on
  double parts = 0;     // of sums, that go through memory
};

Work work_of(const GemmVariant& v, const GemmOperands& o) {
  const std::int64_t tiles = gemm::ceil_div(o.shape.m, v.tile.bm) * gemm::ceil_div(o.shape.n, v.tile.bn);
  const std::int64_t k_tiles = gemm::ceil_div(o.shape.k, v.tile.bk);
  if (v.stream_k == 0) {
    const std::int64_t parts = std::min(v.split_k, k_tiles);
    return {.tiles = tiles,
            .ctas = tiles * parts,
            .steps = number(gemm::ceil_div(k_tiles, parts)),
            .parts = parts > 1 ? number(tiles * parts) : 0};
  }
  const double all = number(tiles) * number(k_tiles);
  const std::int64_t ctas = all < number(v.stream_k) ? tiles * k_tiles : v.stream_k;
  const double steps = std::ceil(all / number(ctas));
  return {.tiles = tiles,
          .ctas = ctas,
          .steps = steps,
          .segments = std::min(2.0, std::ceil(steps / number(k_tiles)) + 1),
          .parts = 2 * number(ctas)};
}

/// Milliseconds of one step along K in an SM that runs `ctas` at once.
double step_ms(const GemmVariant& v, double ctas, const gemm::GpuSpec& gpu) {
  const gemm::TileConfig& tile = v.tile;
  const gemm::WarpGrid grid = gemm::warp_grid(tile);
  const double operations = 2 * number(tile.bm * tile.bn * tile.bk);
  const double per_sm = gpu.peak_tflops * 1e9 * mma_share(gpu.compute_capability) / gpu.sms;  // in a millisecond
  const double tile_ms =
      operations / per_sm + operations * (1 / number(grid.warp_m) + 1 / number(grid.warp_n)) / (kSharedMemoryGbs * 1e6);
  // Few warps leave the tensor cores idle between their steps.
  const double multiply_ms = tile_ms * (ctas + 1 / number(tile.num_warps));
  // Narrow pieces are as many requests as wide ones.
  const double requested =
      2 * number(tile.bk) * (number(tile.bm) * 16 / v.a_piece_bytes + number(tile.bn) * 16 / v.b_piece_bytes);
  const double fill_ms = ctas * requested / (kL2Gbs * 1e6);
  const double latency_ms = kMemoryLatencyUs * 1e-3 / number(tile.num_stages - 1);
  return together(multiply_ms, latency_ms, fill_ms);
}

/// All waves, one after the other; the last one has fewer CTAs in each SM.
double in_sms_ms(const GemmVariant& v, const Work& work, const gemm::Waves& waves, const gemm::Occupancy& occupancy,
                 const gemm::GpuSpec& gpu) {
  const double last = number(gemm::ceil_div(waves.last_wave_ctas, gpu.sms));
  const double full_waves = number(waves.waves - 1);
  double ms = work.steps * (full_waves * step_ms(v, number(occupancy.ctas_per_sm), gpu) + step_ms(v, last, gpu));
  ms += (number(waves.waves) * work.segments - 1) * kNextTileUs * 1e-3;
  if (work.parts > 0) {
    const double bytes = 2 * work.parts * number(v.tile.bm * v.tile.bn) * 4;
    ms += kLastPartUs * 1e-3 + bytes / (kPartsGbs * 1e6 * gpu.sms);
  }
  return ms;
}

/// A wave reads its rows of A and columns of B once, and all waves together read A and B once at least.
double dram_bytes(const GemmVariant& v, const GemmOperands& o, const gemm::Waves& waves) {
  const auto [m, n, k] = o.shape;
  const std::int64_t tiles_m = gemm::ceil_div(m, v.tile.bm);
  const std::int64_t tiles_n = gemm::ceil_div(n, v.tile.bn);
  const std::int64_t at_once = std::min(waves.tiles, waves.ctas_per_wave);
  const std::int64_t columns = std::min(tiles_n, gemm::ceil_div(at_once, std::min(tiles_m, v.group_size_m)));
  const std::int64_t rows = std::min(tiles_m, gemm::ceil_div(at_once, columns));
  const double of_wave =
      2 * number(k) * (number(std::min(rows * v.tile.bm, m)) + number(std::min(columns * v.tile.bn, n)));
  const double once = 2 * number(k) * (number(m) + number(n));
  return std::max(once, number(waves.tiles) / number(at_once) * of_wave) + 2 * number(m) * number(n);
}

double copy_ms(const GemmVariant& v, const GemmOperands& o, const gemm::GpuSpec& gpu) {
  if (v.load != Load::copy) return 0;
  double bytes = 0;
  if (aligned_bytes_of_a(o) < 16) bytes += 4 * number(o.shape.m) * number(o.shape.k);
  if (aligned_bytes_of_b(o) < 16) bytes += 4 * number(o.shape.n) * number(o.shape.k);
  return kCopyLaunchUs * 1e-3 + bytes / (gpu.dram_gbs * 1e6 * kDramShare);
}

}  // namespace

gemm::Prediction predict(const GemmVariant& v, const GemmOperands& o, std::int64_t registers,
                         const gemm::GpuSpec& gpu) {
  const Work work = work_of(v, o);
  gemm::Prediction prediction;
  prediction.occupancy = gemm::occupancy(v.tile, registers, gpu);
  prediction.waves = gemm::waves(work.tiles, work.ctas, prediction.occupancy.ctas_per_sm * gpu.sms);
  prediction.compute_ms = in_sms_ms(v, work, prediction.waves, prediction.occupancy, gpu);
  prediction.memory_ms = dram_bytes(v, o, prediction.waves) / (gpu.dram_gbs * 1e6 * kDramShare);
  prediction.predicted_ms =
      together(prediction.compute_ms, prediction.memory_ms) + gpu.launch_overhead_ms + copy_ms(v, o, gpu);
  prediction.bound = prediction.compute_ms >= prediction.memory_ms ? gemm::Bound::compute : gemm::Bound::memory;
  return prediction;
}

TuningProblem cuda_gemm_problem(const GemmOperands& operands, const gemm::GpuSpec& gpu, Space space,
                                const gemm::RegistersOf& registers) {
  check(operands);
  const gemm::RegistersOf registers_of = registers ? registers : [](const Config& config) {
    return gemm::fitted_registers_per_thread(gemm::tile_config(config));
  };
  TuningProblem problem = gemm::gemm_problem(operands.shape, operands.dtype, gpu, std::move(space), registers_of);
  problem.predict_ms = [=](const Config& config) {
    return predict(gemm_variant(config, operands), operands, registers_of(config), gpu).predicted_ms;
  };
  problem.key = {{"M", operands.shape.m},
                 {"N", operands.shape.n},
                 {"K", operands.shape.k},
                 {"dtype", std::string(to_text(operands.dtype))},
                 {"gpu", gpu.name},
                 {"a_layout", std::string(to_text(operands.a_layout))},
                 {"b_layout", std::string(to_text(operands.b_layout))},
                 {"epilogue", std::string(to_text(operands.epilogue))},
                 {"a_aligned_bytes", aligned_bytes_of_a(operands)},
                 {"b_aligned_bytes", aligned_bytes_of_b(operands)}};
  return problem;
}

}  // namespace tilewright::kernels
