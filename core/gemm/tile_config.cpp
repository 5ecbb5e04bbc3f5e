#include "core/gemm/tile_config.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace tilewright::gemm {
namespace {

std::int64_t size_of(const Config& config, std::string_view name) {
  const std::int64_t size = config.integer(name);
  if (size < 1 || size > kMaxTileSize)
    throw Error(ErrorKind::bad_argument,
                fmt::format("parameter '{}' is {}; a tile config needs 1 to {}", name, size, kMaxTileSize));
  return size;
}

std::vector<Value> values(std::initializer_list<std::int64_t> integers) { return {integers.begin(), integers.end()}; }

}  // namespace

TileConfig tile_config(const Config& config) {
  return {.bm = size_of(config, "BM"),
          .bn = size_of(config, "BN"),
          .bk = size_of(config, "BK"),
          .num_warps = size_of(config, "num_warps"),
          .num_stages = size_of(config, "num_stages")};
}

Config to_config(const TileConfig& tile) {
  return {{"BM", tile.bm},
          {"BN", tile.bn},
          {"BK", tile.bk},
          {"num_warps", tile.num_warps},
          {"num_stages", tile.num_stages}};
}

std::string to_text(const TileConfig& tile) {
  return fmt::format("{}x{}x{} w{} s{}", tile.bm, tile.bn, tile.bk, tile.num_warps, tile.num_stages);
}

Space reference_space() {
  return Space({{"BM", values({32, 64, 128, 256})},
                {"BN", values({32, 64, 128, 256})},
                {"BK", values({32, 64})},
                {"num_warps", values({4, 8})},
                {"num_stages", values({2, 3, 4})}});
}

}  // namespace tilewright::gemm
