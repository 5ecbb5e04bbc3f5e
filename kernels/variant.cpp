#include "kernels/variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/error.hpp"
#include "core/gemm/wave_model.hpp"

namespace tilewright::kernels {
namespace {

constexpr std::int64_t kMaxSplitK = 64;
constexpr std::int64_t kMaxGroup = 64;

std::int64_t integer_or(const Config& config, std::string_view name, std::int64_t otherwise, std::int64_t most) {
  if (config.find(name) == nullptr) return otherwise;
  const std::int64_t value = config.integer(name);
  if (value < 1 || value > most)
    throw Error(ErrorKind::bad_argument,
                fmt::format("parameter '{}' is {}; the GEMM kernel takes 1 to {}", name, value, most));
  return value;
}

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

void check_tile(const gemm::TileConfig& tile) {
  constexpr std::int64_t kMaxThreads = 1024;
  if (warp_grid(tile).along_m == 0 || tile.num_stages < 2 || tile.threads() > kMaxThreads)
    throw Error(ErrorKind::bad_argument,
                fmt::format("the GEMM kernel has no tile {}: sizes are powers of two, BM from 16, BN from 8, BK from "
                            "32, at most 32 warps with 16 x 8 or more each, and 2 stages or more",
                            gemm::to_text(tile)));
}

std::vector<Value> values(std::initializer_list<std::int64_t> integers) { return {integers.begin(), integers.end()}; }

}  // namespace

std::string_view to_text(Load load) { return load == Load::direct ? "direct" : "copy"; }

Load parse_load(std::string_view name) {
  if (name == "direct") return Load::direct;
  if (name == "copy") return Load::copy;
  throw Error(ErrorKind::bad_argument, fmt::format("load '{}' is not known; there are direct, copy", name));
}

WarpGrid warp_grid(const gemm::TileConfig& tile) {
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

GemmVariant gemm_variant(const Config& config, const GemmOperands& operands) {
  const bool has_load = config.find("load") != nullptr;
  GemmVariant v{.tile = gemm::tile_config(config),
                .group_size_m = integer_or(config, "GROUP_SIZE_M", 8, kMaxGroup),
                .split_k = integer_or(config, "split_k", 1, kMaxSplitK),
                .load = has_load ? parse_load(config.text("load")) : Load::copy,
                .dtype = operands.dtype,
                .a_layout = operands.a_layout,
                .b_layout = operands.b_layout,
                .epilogue = operands.epilogue,
                .a_piece_bytes = aligned_bytes_of_a(operands),
                .b_piece_bytes = aligned_bytes_of_b(operands)};
  check_tile(v.tile);
  if (v.a_piece_bytes == 16 && v.b_piece_bytes == 16) v.load = Load::direct;  // nothing to copy: one variant, not two
  if (v.load == Load::copy) v.a_piece_bytes = v.b_piece_bytes = 16;
  return v;
}

Space cuda_gemm_space(const GemmOperands& operands) {
  std::vector<Parameter> parameters{{"BM", values({16, 32, 64, 128, 256})}, {"BN", values({32, 64, 128, 256})},
                                    {"BK", values({32, 64, 128})},          {"num_warps", values({4, 8})},
                                    {"num_stages", values({2, 3, 4, 6})},   {"GROUP_SIZE_M", values({1, 4, 8})},
                                    {"split_k", values({1, 2, 4, 8, 16})}};
  if (std::min(aligned_bytes_of_a(operands), aligned_bytes_of_b(operands)) < 16)
    parameters.push_back({"load", {std::string("direct"), std::string("copy")}});
  const auto [m, n, k] = operands.shape;
  return Space(std::move(parameters),
               {{"warp tile", [](const Config& c) { return warp_grid(gemm::tile_config(c)).along_m > 0; }},
                {"group of rows",
                 [m = m](const Config& c) {
                   const std::int64_t group = c.integer("GROUP_SIZE_M");
                   return group == 1 || group <= gemm::ceil_div(m, c.integer("BM"));
                 }},
                {"parts of K",
                 [k = k](const Config& c) { return c.integer("split_k") <= gemm::ceil_div(k, c.integer("BK")); }}});
}

}  // namespace tilewright::kernels
