#pragma once

#include <cstdint>
#include <functional>

#include "core/gemm/tile_config.hpp"
#include "core/tuning/config.hpp"

namespace tilewright::gemm {

/// Registers per thread of a config: an estimate, or what a compiler said.
using RegistersOf = std::function<std::int64_t(const Config&)>;

/// The reference run's estimate: the fp32 accumulators, spread over the threads, and 40 for the rest. For a kernel of
/// mma.sync it is 24 registers short at the median and 87 at most.
[[nodiscard]] constexpr std::int64_t registers_per_thread(const TileConfig& tile) {
  return tile.bm * tile.bn / tile.threads() + 40;
}

/// How the warps of a CTA are laid over its tile, and the part that each of them makes.
struct WarpGrid {
  std::int64_t along_m = 0;
  std::int64_t along_n = 0;
  std::int64_t warp_m = 0;
  std::int64_t warp_n = 0;
};

/// The grid with the least half circumference of a warp's tile, as that is what it loads; of equal ones the widest,
/// whose rows leave in longer stores. `along_m` is 0 when there is none: sizes are powers of two, BM from 16, BN from
/// 8, BK from 32, and each warp has at least 16 x 8.
[[nodiscard]] WarpGrid warp_grid(const TileConfig& tile);

/// A better estimate for a kernel of mma.sync with double-buffered fragments and cp.async: accumulators, two sets of
/// fragments, one for each 16-byte chunk that a thread requests of a stage, two more for each of A's where fewer than
/// 128 accumulators let it request the stage all at once, and 31 for the rest. A tile without a warp grid gets the
/// reference's.
///
/// Fitted to what ptxas of CUDA 13.0 gave our kernel: over those of the 192 configs of the reference run that fit, on
/// sm_80, sm_86, sm_89 and sm_90, it is 3 registers off at the median, 9 at the 95th percentile, 13 at most.
[[nodiscard]] std::int64_t fitted_registers_per_thread(const TileConfig& tile);

}  // namespace tilewright::gemm
