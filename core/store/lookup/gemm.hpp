#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/store/lookup/table.hpp"

namespace tilewright::lookup {

/// What a device, and the operands, let a GEMM kernel have.
struct GemmLimits {
  std::int64_t smem_per_cta_bytes = 0;
  std::int64_t threads_per_cta = 1024;   // of every CUDA device
  std::int64_t ctas_along_x = kMaxSize;  // likewise
  std::int64_t k_and_n_multiple = 1;     ///< what the kernel's loads need of K and N; ours takes any
};

/// Those of the device in a table or of `cuda_device`.
[[nodiscard]] inline GemmLimits gemm_limits(const Fields& device) {
  GemmLimits limits;
  limits.smem_per_cta_bytes = integer(device, "smem_per_cta_bytes", 0);
  return limits;
}

/// The device of a program that has the CUDA runtime, `Properties` being cudaDeviceProp: what of it a table knows too.
template <typename Properties>
[[nodiscard]] Fields cuda_device(const Properties& properties) {
  const auto number = [](auto value) { return static_cast<std::int64_t>(value); };
  return {{"compute_capability", number(10 * properties.major + properties.minor)},
          {"sms", number(properties.multiProcessorCount)},
          {"smem_per_sm_bytes", number(properties.sharedMemPerMultiprocessor)},
          {"smem_per_cta_bytes", number(properties.sharedMemPerBlockOptin)},
          {"registers_per_sm", number(properties.regsPerMultiprocessor)}};
}

/// Whether our GEMM kernel can run with a config on a shape: shared memory, threads, the grid, K to split, alignment.
/// A config that is not of our kernel (without BM, BN, BK, num_warps, num_stages) cannot.
class GemmCanRun {
 public:
  GemmCanRun(const std::vector<Fields>& configs, const GemmLimits& limits) : limits_(limits) {
    for (const Fields& config : configs) tiles_.push_back(tile_of(config));
  }

  /// `config` is a position in the list.
  [[nodiscard]] bool operator()(const Shape& shape, std::size_t config) const {
    const Tile& tile = tiles_[config];
    if (!tile.fits || tile.split_k * tile.bk >= shape.k + tile.bk) return false;
    const std::int64_t multiple = limits_.k_and_n_multiple;
    if (shape.k % multiple != 0 || shape.n % multiple != 0) return false;
    const std::int64_t tiles = blocks(shape.m, tile.bm) * blocks(shape.n, tile.bn);
    return tiles <= limits_.ctas_along_x / tile.split_k;
  }

 private:
  struct Tile {
    std::int64_t bm = 0;
    std::int64_t bn = 0;
    std::int64_t bk = 0;
    std::int64_t split_k = 1;
    bool fits = false;  ///< on the device
  };

  static constexpr std::int64_t kMost = 65536;  // as gemm::kMaxTileSize: every product below stays within 64 bits

  static std::int64_t blocks(std::int64_t extent, std::int64_t tile) { return (extent + tile - 1) / tile; }

  [[nodiscard]] Tile tile_of(const Fields& config) const {
    const auto of = [&](const char* name, std::int64_t otherwise) {
      const std::int64_t value = integer(config, name, otherwise);
      return value >= 1 && value <= kMost ? value : 0;
    };
    Tile tile{of("BM", 0), of("BN", 0), of("BK", 0), of("split_k", 1), false};
    const std::int64_t warps = of("num_warps", 0);
    const std::int64_t stages = of("num_stages", 0);
    const bool complete = tile.bm * tile.bn * tile.bk > 0 && warps * stages * tile.split_k > 0;
    const std::int64_t smem_bytes = (tile.bm + tile.bn) * tile.bk * 2 * stages;
    tile.fits = complete && smem_bytes <= limits_.smem_per_cta_bytes && 32 * warps <= limits_.threads_per_cta;
    return tile;
  }

  GemmLimits limits_;
  std::vector<Tile> tiles_;
};

}  // namespace tilewright::lookup
