#include "core/gemm/occupancy.hpp"

#include <algorithm>
#include <array>

namespace tilewright::gemm {
namespace {

std::int64_t round_up(std::int64_t value, std::int64_t granularity) {
  return (value + granularity - 1) / granularity * granularity;
}

}  // namespace

std::string_view to_text(Limiter limiter) {
  switch (limiter) {
    case Limiter::shared_memory:
      return "shared_memory";
    case Limiter::registers:
      return "registers";
    case Limiter::warps:
      return "warps";
    case Limiter::ctas:
      return "ctas";
  }
  return "";
}

Occupancy occupancy(const TileConfig& tile, const GpuSpec& gpu) {
  return occupancy(tile, registers_per_thread(tile), gpu);
}

Occupancy occupancy(const TileConfig& tile, std::int64_t registers, const GpuSpec& gpu) {
  const std::int64_t registers_per_warp = round_up(32 * registers, gpu.register_granularity_per_warp);
  // In the order of `Limiter`: of equal limits the first is named.
  const std::array allowed{gpu.smem_per_sm_bytes / (smem_bytes(tile) + gpu.smem_reserved_per_cta_bytes),
                           gpu.registers_per_sm / (registers_per_warp * tile.num_warps),
                           gpu.warps_per_sm / tile.num_warps, std::int64_t{gpu.ctas_per_sm}};
  const auto* least = std::min_element(allowed.begin(), allowed.end());
  return {.ctas_per_sm = std::max<std::int64_t>(1, *least), .limiter = static_cast<Limiter>(least - allowed.begin())};
}

}  // namespace tilewright::gemm
