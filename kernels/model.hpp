#pragma once

#include <cstdint>

#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/problem.hpp"
#include "core/gemm/wave_model.hpp"
#include "kernels/variant.hpp"

namespace tilewright::kernels {

/// What a variant should take, more closely than the wave model of the reference run says: it knows of split-K and
/// stream-K, of the operands that a wave shares in the L2, of how many bytes the stages keep in flight, and that SMs
/// with few CTAs run them faster.
///
/// Fitted to 13,600 configs of five GEMMs on an H200, 1x4096x4096 to 4096x4096x4096: of those that take at most 1.5
/// times the best, it is 4 to 8 % off at the median; of the 8 that it ranks first, the best is within 1 % of the best
/// of all. `registers` are per thread. Precondition: `check(operands)` and `check(gpu)` pass.
[[nodiscard]] gemm::Prediction predict(const GemmVariant& variant, const GemmOperands& operands, std::int64_t registers,
                                       const gemm::GpuSpec& gpu);

/// Tuning this kernel, as data: rejections as of `gemm::gemm_problem`, the model above; the key has layouts, epilogue
/// and alignment too. Without `registers`, those of `gemm::fitted_registers_per_thread`.
///
/// Throws `Error` as `gemm::gemm_problem` does, and for a config of `space` that `gemm_variant` refuses when it is
/// asked about.
[[nodiscard]] TuningProblem cuda_gemm_problem(const GemmOperands& operands, const gemm::GpuSpec& gpu, Space space,
                                              const gemm::RegistersOf& registers = {});

}  // namespace tilewright::kernels
