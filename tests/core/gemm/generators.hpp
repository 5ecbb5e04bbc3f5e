#pragma once

#include <rapidcheck.h>

#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/shape.hpp"
#include "core/gemm/tile_config.hpp"

namespace tilewright::gemm {

inline rc::Gen<TileConfig> any_tile() {
  return rc::gen::build<TileConfig>(
      rc::gen::set(&TileConfig::bm, rc::gen::element<std::int64_t>(16, 32, 64, 128, 256)),
      rc::gen::set(&TileConfig::bn, rc::gen::element<std::int64_t>(16, 32, 64, 128, 256)),
      rc::gen::set(&TileConfig::bk, rc::gen::element<std::int64_t>(16, 32, 64)),
      rc::gen::set(&TileConfig::num_warps, rc::gen::element<std::int64_t>(1, 2, 4, 8, 16)),
      rc::gen::set(&TileConfig::num_stages, rc::gen::inRange<std::int64_t>(1, 6)));
}

inline rc::Gen<GpuSpec> any_gpu() {
  return rc::gen::map(rc::gen::inRange<std::size_t>(0, known_gpus().size()),
                      [](std::size_t i) { return known_gpus()[i]; });
}

/// Sizes from 1 to 65536, small ones as often as large ones.
inline rc::Gen<std::int64_t> any_size() {
  return rc::gen::mapcat(rc::gen::inRange(0, 17),
                         [](int bits) { return rc::gen::inRange<std::int64_t>(1, (std::int64_t{1} << bits) + 1); });
}

inline rc::Gen<GemmShape> any_shape() {
  return rc::gen::build<GemmShape>(rc::gen::set(&GemmShape::m, any_size()), rc::gen::set(&GemmShape::n, any_size()),
                                   rc::gen::set(&GemmShape::k, any_size()));
}

}  // namespace tilewright::gemm
