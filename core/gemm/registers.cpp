#include "core/gemm/registers.hpp"

#include <algorithm>
#include <bit>

namespace tilewright::gemm {
namespace {

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

/// 16-byte chunks of an operand's stage for each thread.
std::int64_t chunks_per_thread(std::int64_t elements, const TileConfig& tile) {
  return std::max<std::int64_t>(1, elements / 8 / tile.threads());
}

}  // namespace

WarpGrid warp_grid(const TileConfig& tile) {
  WarpGrid best;
  if (!is_power_of_two(tile.bm) || !is_power_of_two(tile.bn) || !is_power_of_two(tile.bk) || tile.bk < 32 ||
      !is_power_of_two(tile.num_warps))
    return best;
  for (std::int64_t along_m = 1; along_m <= tile.num_warps; along_m *= 2) {
    const std::int64_t along_n = tile.num_warps / along_m;
    const WarpGrid grid{along_m, along_n, tile.bm / along_m, tile.bn / along_n};
    if (grid.warp_m < 16 || grid.warp_n < 8) continue;
    if (best.along_m == 0 || grid.warp_m + grid.warp_n <= best.warp_m + best.warp_n) best = grid;
  }
  return best;
}

std::int64_t fitted_registers_per_thread(const TileConfig& tile) {
  const WarpGrid grid = warp_grid(tile);
  if (grid.along_m == 0) return registers_per_thread(tile);
  const std::int64_t accumulators = tile.bm * tile.bn / tile.threads();
  const std::int64_t fragments = 2 * (4 * (grid.warp_m / 16) + 2 * (grid.warp_n / 8));
  // A stage that is requested all at once has the addresses of A's rows alive together.
  const std::int64_t weight_of_a = accumulators < 128 ? 3 : 1;
  const std::int64_t chunks =
      weight_of_a * chunks_per_thread(tile.bm * tile.bk, tile) + chunks_per_thread(tile.bn * tile.bk, tile);
  return 31 + accumulators + fragments + chunks;
}

}  // namespace tilewright::gemm
