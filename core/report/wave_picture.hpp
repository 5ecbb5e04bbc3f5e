#pragma once

#include <string>

#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/shape.hpp"
#include "core/gemm/tile_config.hpp"

namespace tilewright::report {

/// How the tiles of a GEMM fill the GPU wave by wave, and how full the last wave is: two or three lines.
[[nodiscard]] std::string wave_picture(const gemm::GemmShape& shape, const gemm::TileConfig& tile,
                                       const gemm::GpuSpec& gpu);

}  // namespace tilewright::report
