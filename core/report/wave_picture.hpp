#pragma once

#include <string>

#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/tile_config.hpp"
#include "core/gemm/wave_model.hpp"

namespace tilewright::report {

/// How the CTAs of a GEMM fill the GPU wave by wave, and how full the last wave is: two or three lines. `prediction` is
/// a model's for `tile` on `gpu`; where several CTAs share a tile, the picture says so.
[[nodiscard]] std::string wave_picture(const gemm::Prediction& prediction, const gemm::TileConfig& tile,
                                       const gemm::GpuSpec& gpu);

}  // namespace tilewright::report
