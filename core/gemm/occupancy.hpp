#pragma once

#include <cstdint>
#include <string_view>

#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/registers.hpp"
#include "core/gemm/tile_config.hpp"

namespace tilewright::gemm {

/// Shared memory of one CTA: `num_stages` buffers of a BM x BK and a BK x BN tile of 2-byte elements.
[[nodiscard]] constexpr std::int64_t smem_bytes(const TileConfig& tile) {
  return (tile.bm + tile.bn) * tile.bk * 2 * tile.num_stages;
}

/// Which resource ends first when CTAs are put on an SM.
enum class Limiter { shared_memory, registers, warps, ctas };

[[nodiscard]] std::string_view to_text(Limiter limiter);

struct Occupancy {
  std::int64_t ctas_per_sm = 0;  ///< at least 1, also for a tile that exceeds a limit
  Limiter limiter{};             ///< the first, in the order of the enumeration, of those that allow the fewest
};

/// With the reference run's registers, or with `registers` per thread.
[[nodiscard]] Occupancy occupancy(const TileConfig& tile, const GpuSpec& gpu);
[[nodiscard]] Occupancy occupancy(const TileConfig& tile, std::int64_t registers, const GpuSpec& gpu);

}  // namespace tilewright::gemm
