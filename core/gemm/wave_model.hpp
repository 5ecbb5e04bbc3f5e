#pragma once

#include <cstdint>
#include <string_view>

#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/occupancy.hpp"
#include "core/gemm/shape.hpp"
#include "core/gemm/tile_config.hpp"

namespace tilewright::gemm {

/// Blocks of `tile` that cover `extent`.
[[nodiscard]] constexpr std::int64_t ceil_div(std::int64_t extent, std::int64_t tile) {
  return (extent + tile - 1) / tile;
}

/// Share of those blocks that lies outside `extent`: 1 - extent / (ceil(extent / tile) * tile).
[[nodiscard]] constexpr double padding(std::int64_t extent, std::int64_t tile) {
  return 1 - static_cast<double>(extent) / static_cast<double>(ceil_div(extent, tile) * tile);
}

/// How a grid of CTAs fills a GPU: each SM takes `ctas_per_sm` at a time, all of them together are a wave.
struct Waves {
  std::int64_t tiles = 0;  ///< of C
  std::int64_t ctas = 0;   ///< one for each tile, unless several share one
  std::int64_t ctas_per_wave = 0;
  std::int64_t waves = 0;
  std::int64_t last_wave_ctas = 0;  ///< 1 to `ctas_per_wave`

  [[nodiscard]] double last_wave_fill() const {
    return static_cast<double>(last_wave_ctas) / static_cast<double>(ctas_per_wave);
  }
};

[[nodiscard]] Waves waves(std::int64_t tiles, std::int64_t ctas, std::int64_t ctas_per_wave);

/// Of one CTA a tile. `kMaxSize` and `kMaxTileSize` keep every figure within 64 bits.
[[nodiscard]] Waves waves(const GemmShape& shape, const TileConfig& tile, const GpuSpec& gpu);

/// DRAM traffic when every tile reads its operands anew and writes its part of C once: no reuse in L2.
[[nodiscard]] double tiled_bytes(const GemmShape& shape, const TileConfig& tile);

enum class Bound { compute, memory };

[[nodiscard]] std::string_view to_text(Bound bound);

/// What a model says of one config.
struct Prediction {
  Waves waves;
  Occupancy occupancy;
  double compute_ms = 0;    ///< in the SMs
  double memory_ms = 0;     ///< for DRAM
  double predicted_ms = 0;  ///< of both, and the launch
  Bound bound{};            ///< which is larger; compute when they are equal
};

/// The wave model of the reference run: whole waves at peak, the last one costs as much as a full one; `tiled_bytes`
/// at DRAM bandwidth; the larger of both, and the launch. With the reference run's registers, or with `registers` per
/// thread. Precondition: sizes of `shape` from 1 to `kMaxSize`, `check(gpu)` passes.
[[nodiscard]] Prediction predict(const GemmShape& shape, const TileConfig& tile, const GpuSpec& gpu);
[[nodiscard]] Prediction predict(const GemmShape& shape, const TileConfig& tile, std::int64_t registers,
                                 const GpuSpec& gpu);

}  // namespace tilewright::gemm
