#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/gemm/gpu_spec.hpp"

namespace tilewright::gemm {

/// One field of `GpuSpec`: its name, as in files and tables, and where it is.
struct GpuField {
  std::string_view name;
  std::variant<std::string GpuSpec::*, int GpuSpec::*, std::int64_t GpuSpec::*, double GpuSpec::*> member;
};

/// Every field, in the order of declaration: what reads, writes or lists GPUs goes through it.
inline constexpr std::array<GpuField, 16> kGpuFields{{
    {"name", &GpuSpec::name},
    {"title", &GpuSpec::title},
    {"compute_capability", &GpuSpec::compute_capability},
    {"sms", &GpuSpec::sms},
    {"peak_tflops", &GpuSpec::peak_tflops},
    {"dram_gbs", &GpuSpec::dram_gbs},
    {"l2_mib", &GpuSpec::l2_mib},
    {"smem_per_sm_bytes", &GpuSpec::smem_per_sm_bytes},
    {"smem_per_cta_bytes", &GpuSpec::smem_per_cta_bytes},
    {"smem_reserved_per_cta_bytes", &GpuSpec::smem_reserved_per_cta_bytes},
    {"registers_per_sm", &GpuSpec::registers_per_sm},
    {"registers_per_thread", &GpuSpec::registers_per_thread},
    {"register_granularity_per_warp", &GpuSpec::register_granularity_per_warp},
    {"warps_per_sm", &GpuSpec::warps_per_sm},
    {"ctas_per_sm", &GpuSpec::ctas_per_sm},
    {"launch_overhead_ms", &GpuSpec::launch_overhead_ms},
}};

}  // namespace tilewright::gemm
