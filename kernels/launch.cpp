#include "kernels/launch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/gemm/occupancy.hpp"
#include "core/gemm/wave_model.hpp"
#include "kernels/source.hpp"

namespace tilewright::kernels {
namespace {

constexpr std::int64_t kMaxGridX = 2147483647;
constexpr std::int64_t kMaxShares = 4294967295;    // parts * span: what 32 bits hold
constexpr std::int64_t kCopyBlockElements = 2048;  // kCopyBlock of gemm.cu
constexpr std::uint32_t kCopyThreads = 256;        // kCopyThreads of gemm.cu
constexpr std::int64_t kMaxCopyBlocks = 65536;     // each then takes several blocks in turn

std::int64_t round_up(std::int64_t value, std::int64_t to) { return gemm::ceil_div(value, to) * to; }

std::int64_t tiles(const GemmVariant& v, const GemmOperands& o) {
  return gemm::ceil_div(o.shape.m, v.tile.bm) * gemm::ceil_div(o.shape.n, v.tile.bn);
}

/// An operand's copy: where it lies in the workspace and the leading dimension that it has. None: 0 bytes.
struct Copy {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  std::int64_t ld = 0;
};

Copy copy_of(const Extent& extent, int aligned_bytes, Load load, std::int64_t offset) {
  if (load == Load::direct || aligned_bytes == 16) return {.offset = offset};
  const std::int64_t ld = round_up(extent.inner, 8);
  return {.offset = offset, .bytes = round_up(2 * extent.outer * ld, 256), .ld = ld};
}

/// How the work along K is divided: see `Share` of split_k.cuh.
struct Division {
  std::int64_t ctas = 0;
  std::int64_t parts = 1;
  std::int64_t span = 0;  // k tiles
};

Division division(const GemmVariant& v, const GemmOperands& o) {
  const std::int64_t k_tiles = gemm::ceil_div(o.shape.k, v.tile.bk);
  if (v.stream_k == 0) {
    const std::int64_t parts = std::min(v.split_k, k_tiles);
    return {.ctas = tiles(v, o) * parts, .parts = parts, .span = k_tiles};
  }
  const std::int64_t span = tiles(v, o) * k_tiles;
  const std::int64_t ctas = std::min(v.stream_k, span);
  return {.ctas = ctas, .parts = ctas, .span = span};
}

struct Plan {
  Copy a;
  Copy b;
  Division division;
  std::int64_t parts_offset = 0;
  std::int64_t parts_bytes = 0;
};

Plan plan(const GemmVariant& v, const GemmOperands& o) {
  Plan p;
  p.a = copy_of(extent_of_a(o), aligned_bytes_of_a(o), v.load, 0);
  p.b = copy_of(extent_of_b(o), aligned_bytes_of_b(o), v.load, p.a.bytes);
  p.parts_offset = p.b.offset + p.b.bytes;
  p.division = division(v, o);
  // In stream-K a CTA may leave two parts: of the tile in which it begins and of the one in which it ends.
  const std::int64_t parts = v.stream_k > 0 ? 2 * p.division.ctas : v.split_k > 1 ? p.division.ctas : 0;
  p.parts_bytes = parts * v.tile.bm * v.tile.bn * 4;
  return p;
}

std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

std::int64_t blocks(const Extent& extent) { return extent.outer * gemm::ceil_div(extent.inner, kCopyBlockElements); }

KernelLaunch copy_launch(const GemmOperands& o, const Plan& p, const GemmAddresses& at) {
  KernelLaunch launch{.entry = "align_operands", .grid = {}, .block = {.x = kCopyThreads}, .arguments = {}};
  std::int64_t grid = 0;
  const auto add = [&](std::uint64_t from, const Extent& extent, const Copy& copy) {
    const Extent done = copy.bytes > 0 ? extent : Extent{};
    grid += blocks(done);
    for (const std::uint64_t argument :
         {from, at.workspace + bits(copy.offset), bits(done.outer), bits(done.inner), bits(done.ld), bits(copy.ld)})
      launch.arguments.push_back(argument);
  };
  add(at.a, extent_of_a(o), p.a);
  add(at.b, extent_of_b(o), p.b);
  launch.grid.x = static_cast<std::uint32_t>(std::min(grid, kMaxCopyBlocks));
  return launch;
}

KernelLaunch product_launch(const GemmVariant& v, const GemmOperands& o, const Plan& p, const GemmAddresses& at) {
  const auto [grid, parts, span] = p.division;
  if (tiles(v, o) > kMaxGridX || grid > kMaxGridX)
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} tiles of {} make {} CTAs, more than a grid's {}; take larger tiles", tiles(v, o),
                            gemm::to_text(v.tile), grid, kMaxGridX));
  if (v.shares_tiles() && span > kMaxShares / parts)
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} steps along K are too many to divide among {} CTAs; take larger tiles", span, parts));
  const auto [m, n, k] = o.shape;
  const auto from = [&](std::uint64_t operand, const Copy& copy) {
    return copy.bytes > 0 ? at.workspace + bits(copy.offset) : operand;
  };
  const auto ld = [](const Extent& extent, const Copy& copy) {
    // Rows that are not there are addressed too, though not read: a single row's neighbours must be aligned.
    return bits(copy.bytes > 0 ? copy.ld : extent.outer == 1 ? round_up(extent.inner, 8) : extent.ld);
  };
  return {.entry = std::string(kProductEntry),
          .grid = {.x = static_cast<std::uint32_t>(grid)},
          .block = {.x = static_cast<std::uint32_t>(v.tile.threads())},
          .shared_bytes = gemm::smem_bytes(v.tile),
          .arguments = {from(at.a, p.a), from(at.b, p.b), at.c, at.bias, at.workspace + bits(p.parts_offset),
                        at.counters, bits(m), bits(n), bits(k), ld(extent_of_a(o), p.a), ld(extent_of_b(o), p.b),
                        bits(o.ldc), bits(v.group_size_m), bits(parts), bits(span)}};
}

}  // namespace

Scratch scratch(const GemmVariant& v, const GemmOperands& o) {
  const Plan p = plan(v, o);
  return {.workspace_bytes = p.parts_offset + p.parts_bytes, .counter_bytes = v.shares_tiles() ? 4 * tiles(v, o) : 0};
}

std::vector<KernelLaunch> launches(const GemmVariant& v, const GemmOperands& o, const GemmAddresses& at) {
  const Plan p = plan(v, o);
  std::vector<KernelLaunch> result;
  if (p.a.bytes + p.b.bytes > 0) result.push_back(copy_launch(o, p, at));
  result.push_back(product_launch(v, o, p, at));
  return result;
}

}  // namespace tilewright::kernels
