#include "kernels/variant.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/gemm/registers.hpp"
#include "core/gemm/wave_model.hpp"

namespace tilewright::kernels {
namespace {

constexpr std::int64_t kMaxSplitK = 64;
constexpr std::int64_t kMaxGroup = 64;
constexpr std::int64_t kMaxStreamK = 65536;

/// `otherwise` where the config does not have it; it is also the least value.
std::int64_t integer_or(const Config& config, std::string_view name, std::int64_t otherwise, std::int64_t most,
                        std::int64_t least = 1) {
  if (config.find(name) == nullptr) return otherwise;
  const std::int64_t value = config.integer(name);
  if (value < least || value > most)
    throw Error(ErrorKind::bad_argument,
                fmt::format("parameter '{}' is {}; the GEMM kernel takes {} to {}", name, value, least, most));
  return value;
}

void check_tile(const gemm::TileConfig& tile) {
  constexpr std::int64_t kMaxThreads = 1024;
  if (gemm::warp_grid(tile).along_m == 0 || tile.num_stages < 2 || tile.threads() > kMaxThreads)
    throw Error(ErrorKind::bad_argument,
                fmt::format("the GEMM kernel has no tile {}: sizes are powers of two, BM from 16, BN from 8, BK from "
                            "32, at most 32 warps with 16 x 8 or more each, and 2 stages or more",
                            gemm::to_text(tile)));
}

std::vector<Value> values(std::initializer_list<std::int64_t> integers) { return {integers.begin(), integers.end()}; }

/// Whether dividing all tiles evenly among `ctas` can save 5 % of what whole tiles take, and can be launched.
bool streaming_pays(const gemm::GemmShape& shape, const gemm::TileConfig& tile, std::int64_t ctas) {
  constexpr double kLeastGain = 0.05;
  const std::int64_t tiles = gemm::ceil_div(shape.m, tile.bm) * gemm::ceil_div(shape.n, tile.bn);
  const double even = static_cast<double>(tiles) / static_cast<double>(ctas);
  const auto rounds = static_cast<double>(gemm::ceil_div(tiles, ctas));
  return even <= (1 - kLeastGain) * rounds && ctas <= tiles * gemm::ceil_div(shape.k, tile.bk);
}

}  // namespace

std::string_view to_text(Load load) { return load == Load::direct ? "direct" : "copy"; }

Load parse_load(std::string_view name) {
  if (name == "direct") return Load::direct;
  if (name == "copy") return Load::copy;
  throw Error(ErrorKind::bad_argument, fmt::format("load '{}' is not known; there are direct, copy", name));
}

GemmVariant gemm_variant(const Config& config, const GemmOperands& operands) {
  const bool has_load = config.find("load") != nullptr;
  GemmVariant v{.tile = gemm::tile_config(config),
                .group_size_m = integer_or(config, "GROUP_SIZE_M", 8, kMaxGroup),
                .split_k = integer_or(config, "split_k", 1, kMaxSplitK),
                .stream_k = integer_or(config, "stream_k", 0, kMaxStreamK, 0),
                .load = has_load ? parse_load(config.text("load")) : Load::copy,
                .dtype = operands.dtype,
                .a_layout = operands.a_layout,
                .b_layout = operands.b_layout,
                .epilogue = operands.epilogue,
                .a_piece_bytes = aligned_bytes_of_a(operands),
                .b_piece_bytes = aligned_bytes_of_b(operands)};
  check_tile(v.tile);
  if (v.split_k > 1 && v.stream_k > 0)
    throw Error(ErrorKind::bad_argument,
                fmt::format("split_k {} and stream_k {} at once: one of them divides K", v.split_k, v.stream_k));
  if (v.a_piece_bytes == 16 && v.b_piece_bytes == 16) v.load = Load::direct;  // nothing to copy: one variant, not two
  if (v.load == Load::copy) v.a_piece_bytes = v.b_piece_bytes = 16;
  return v;
}

Space cuda_gemm_space(const GemmOperands& operands, int sms) {
  std::vector<Parameter> parameters{{"BM", values({16, 32, 64, 128, 256})}, {"BN", values({32, 64, 128, 256})},
                                    {"BK", values({32, 64, 128})},          {"num_warps", values({4, 8})},
                                    {"num_stages", values({2, 3, 4, 6})},   {"GROUP_SIZE_M", values({1, 4, 8})},
                                    {"split_k", values({1, 2, 4, 8, 16})},  {"stream_k", values({0, sms, 2 * sms})}};
  if (std::min(aligned_bytes_of_a(operands), aligned_bytes_of_b(operands)) < 16)
    parameters.push_back({"load", {std::string("direct"), std::string("copy")}});
  const gemm::GemmShape shape = operands.shape;
  return Space(std::move(parameters),
               {{"warp tile", [](const Config& c) { return gemm::warp_grid(gemm::tile_config(c)).along_m > 0; }},
                {"group of rows",
                 [m = shape.m](const Config& c) {
                   const std::int64_t group = c.integer("GROUP_SIZE_M");
                   return group == 1 || group <= gemm::ceil_div(m, c.integer("BM"));
                 }},
                {"parts of K",
                 [k = shape.k](const Config& c) { return c.integer("split_k") <= gemm::ceil_div(k, c.integer("BK")); }},
                {"even shares", [shape](const Config& c) {
                   const std::int64_t ctas = c.integer("stream_k");
                   return ctas == 0 || (c.integer("split_k") == 1 && streaming_pays(shape, gemm::tile_config(c), ctas));
                 }}});
}

}  // namespace tilewright::kernels
