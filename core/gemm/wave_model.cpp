#include "core/gemm/wave_model.hpp"

#include <algorithm>

namespace tilewright::gemm {
namespace {

std::int64_t tiles_of(const GemmShape& shape, const TileConfig& tile) {
  return ceil_div(shape.m, tile.bm) * ceil_div(shape.n, tile.bn);
}

double tiled_bytes(const GemmShape& shape, const TileConfig& tile, std::int64_t tiles) {
  // In floating point, since tiles * (BM + BN) * K can exceed 64 bits; exact below 2^53 bytes.
  const double operand_bytes = static_cast<double>((tile.bm + tile.bn) * shape.k * 2);
  return static_cast<double>(tiles) * operand_bytes + static_cast<double>(shape.m * shape.n) * 2;
}

}  // namespace

Waves waves(std::int64_t tiles, std::int64_t ctas, std::int64_t ctas_per_wave) {
  const std::int64_t count = ceil_div(ctas, ctas_per_wave);
  return {.tiles = tiles,
          .ctas = ctas,
          .ctas_per_wave = ctas_per_wave,
          .waves = count,
          .last_wave_ctas = ctas - (count - 1) * ctas_per_wave};
}

Waves waves(const GemmShape& shape, const TileConfig& tile, const GpuSpec& gpu) {
  const std::int64_t tiles = tiles_of(shape, tile);
  return waves(tiles, tiles, occupancy(tile, gpu).ctas_per_sm * gpu.sms);
}

double tiled_bytes(const GemmShape& shape, const TileConfig& tile) {
  return tiled_bytes(shape, tile, tiles_of(shape, tile));
}

std::string_view to_text(Bound bound) { return bound == Bound::compute ? "compute" : "memory"; }

Prediction predict(const GemmShape& shape, const TileConfig& tile, const GpuSpec& gpu) {
  return predict(shape, tile, registers_per_thread(tile), gpu);
}

Prediction predict(const GemmShape& shape, const TileConfig& tile, std::int64_t registers, const GpuSpec& gpu) {
  Prediction prediction;
  prediction.occupancy = occupancy(tile, registers, gpu);
  const std::int64_t tiles = tiles_of(shape, tile);
  prediction.waves = waves(tiles, tiles, prediction.occupancy.ctas_per_sm * gpu.sms);
  const double paid_tiles = static_cast<double>(prediction.waves.waves * prediction.waves.ctas_per_wave);
  const double operations_per_tile = static_cast<double>(2 * tile.bm * tile.bn) * static_cast<double>(shape.k);
  prediction.compute_ms = paid_tiles * operations_per_tile / (gpu.peak_tflops * 1e12) * 1e3;
  prediction.memory_ms = tiled_bytes(shape, tile, prediction.waves.tiles) / (gpu.dram_gbs * 1e9) * 1e3;
  prediction.predicted_ms = std::max(prediction.compute_ms, prediction.memory_ms) + gpu.launch_overhead_ms;
  prediction.bound = prediction.compute_ms >= prediction.memory_ms ? Bound::compute : Bound::memory;
  return prediction;
}

}  // namespace tilewright::gemm
