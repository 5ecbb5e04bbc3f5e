#pragma once

#include <optional>

#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/registers.hpp"
#include "core/gemm/shape.hpp"
#include "core/gemm/tile_config.hpp"
#include "core/tuning/problem.hpp"

namespace tilewright::gemm {

/// Most padding of M and of N that is worth running.
struct PaddingLimits {
  double m = 0.5;
  double n = 0.5;
};

/// Half of a dimension, but never less than the least wasteful config that fits on the GPU needs, so that the rule
/// cannot empty the space: at M = 1 every tile is mostly padding, and the smallest stays.
///
/// Without `registers`, here and below, those of the reference run's estimate.
[[nodiscard]] PaddingLimits padding_limits(const GemmShape& shape, const GpuSpec& gpu, const Space& space,
                                           const RegistersOf& registers = {});

/// The limit that `tile`, with `registers` per thread, exceeds, shared memory before registers before padding; nothing
/// when it can run.
[[nodiscard]] std::optional<Rejected> reject(const GemmShape& shape, const TileConfig& tile, std::int64_t registers,
                                             const GpuSpec& gpu, const PaddingLimits& limits);

/// Tuning a GEMM, as data: rejections, the wave model, resources; the key is M, N, K, dtype and gpu.
///
/// `space` has the parameters of `TileConfig`, of positive integers, and may have more. Throws `Error` for a space
/// without them, a shape out of range, and a `gpu` that `check` refuses.
[[nodiscard]] TuningProblem gemm_problem(const GemmShape& shape, Dtype dtype, const GpuSpec& gpu, Space space,
                                         const RegistersOf& registers = {});

}  // namespace tilewright::gemm
