#pragma once

#include "cli/flags.hpp"
#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/registers.hpp"
#include "core/tuning/space.hpp"
#include "kernels/operands.hpp"

namespace tilewright::cli {

/// `--registers`.
void declare_register_flags(Flags& flags);

/// What `--registers` says, or else `otherwise`: reference, fitted or measured. For `measured` the configs of `space`
/// whose shared memory fits are compiled here, with progress on a terminal; one that does not compile gets the fitted
/// estimate. Throws `Error` for another name, and not_available for measured without NVRTC.
[[nodiscard]] gemm::RegistersOf registers_of(const Flags& flags, const char* otherwise, const gemm::GpuSpec& gpu,
                                             const kernels::GemmOperands& operands, const Space& space);

}  // namespace tilewright::cli
