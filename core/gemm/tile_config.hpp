#pragma once

#include <cstdint>

#include "core/tuning/config.hpp"
#include "core/tuning/space.hpp"

namespace tilewright::gemm {

/// How a GEMM kernel is cut: one CTA makes a BM x BN tile of C, BK of K at a time, through `num_stages` buffers.
struct TileConfig {
  std::int64_t bm = 0;
  std::int64_t bn = 0;
  std::int64_t bk = 0;
  std::int64_t num_warps = 0;
  std::int64_t num_stages = 0;

  bool operator==(const TileConfig&) const = default;

  [[nodiscard]] constexpr std::int64_t threads() const { return 32 * num_warps; }
};

/// Largest value of a tile parameter: keeps every figure of the model within 64 bits.
inline constexpr std::int64_t kMaxTileSize = 65536;

/// Reads `BM`, `BN`, `BK`, `num_warps` and `num_stages`; other parameters are ignored. Throws `Error` when one is
/// missing or not an integer from 1 to
/// `kMaxTileSize`.
[[nodiscard]] TileConfig tile_config(const Config& config);

[[nodiscard]] Config to_config(const TileConfig& tile);

/// `128x256x64 w8 s2`
[[nodiscard]] std::string to_text(const TileConfig& tile);

/// The 192 configs of the reference run: BM, BN in {32, 64, 128, 256}, BK in {32, 64}, num_warps in {4, 8},
/// num_stages in {2, 3, 4}, in that order.
[[nodiscard]] Space reference_space();

}  // namespace tilewright::gemm
