#pragma once

#include <cstdint>
#include <string_view>

#include "core/gemm/tile_config.hpp"
#include "kernels/operands.hpp"

namespace tilewright::kernels {

/// How an operand whose rows do not begin at multiples of 16 bytes is read: as it lies, in pieces as wide as its
/// alignment allows; or from a copy with aligned rows, made by a launch before.
enum class Load { direct, copy };

[[nodiscard]] std::string_view to_text(Load load);
[[nodiscard]] Load parse_load(std::string_view name);

/// One way to compile and launch the kernel: everything but sizes and addresses. Machine code does not depend on
/// `group_size_m`, nor on how many CTAs share a tile, only on whether.
struct GemmVariant {
  gemm::TileConfig tile;
  std::int64_t group_size_m = 8;  ///< rows of tiles that are walked together
  std::int64_t split_k = 1;       ///< CTAs that share one tile of C along K
  std::int64_t stream_k = 0;      ///< CTAs that share all tiles of C evenly along K; 0: as `split_k` says
  Load load = Load::direct;
  gemm::Dtype dtype = gemm::Dtype::fp16;
  Layout a_layout = Layout::row_major;
  Layout b_layout = Layout::row_major;
  Epilogue epilogue = Epilogue::none;
  int a_piece_bytes = 16;  ///< 16, 8, 4: bytes of a cp.async; 2: elements through registers
  int b_piece_bytes = 16;

  bool operator==(const GemmVariant&) const = default;

  [[nodiscard]] bool shares_tiles() const { return split_k > 1 || stream_k > 0; }
};

/// Reads the tile and, where the config has them, `GROUP_SIZE_M` (else 8), `split_k` (else 1), `stream_k` (else 0) and
/// `load` (else `copy`, which changes nothing for aligned operands). Throws `Error` for a value out of range, for
/// `split_k` and `stream_k` at once, and for a tile that the kernel cannot be compiled for.
[[nodiscard]] GemmVariant gemm_variant(const Config& config, const GemmOperands& operands);

/// The space of this kernel on a GPU of `sms` SMs: the reference run's, tiles of 16 rows, deeper stages, and the
/// kernel's own parameters `GROUP_SIZE_M`, `split_k`, `stream_k` (one or two CTAs for each SM) and, where an operand is
/// misaligned, `load`.
///
/// Left out: warps with less than 16 x 8 to do; groups of more rows of tiles than C has; parts along K of less than
/// one BK; stream-K where whole tiles come out even, or where there are so many that it could not gain 5 %.
[[nodiscard]] Space cuda_gemm_space(const GemmOperands& operands, int sms);

}  // namespace tilewright::kernels
