#include "core/gemm/gpu_spec.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace tilewright::gemm {
namespace {

// Far above any GPU, and low enough that the figures of the model stay within 64 bits.
constexpr double kMostUnits = 1 << 20;                         // SMs, warps, CTAs
constexpr double kMostBytes = static_cast<double>(1LL << 40);  // bytes, registers
constexpr double kMostRate = 1e9;

void check(const GpuSpec& gpu, const char* name, double value, double most, bool zero_is_allowed = false) {
  const bool in_range = value <= most && (value > 0 || (zero_is_allowed && value == 0));  // false for NaN
  if (!in_range)
    throw Error(ErrorKind::bad_argument, fmt::format("gpu '{}': {} is {}; give a number {} 0 and at most {}", gpu.name,
                                                     name, value, zero_is_allowed ? "from" : "above", most));
}

void check_order(const GpuSpec& gpu, const char* small, std::int64_t least, const char* large, std::int64_t most) {
  if (least > most)
    throw Error(ErrorKind::bad_argument,
                fmt::format("gpu '{}': {} is {}, more than {} of {}", gpu.name, small, least, large, most));
}

}  // namespace

void check(const GpuSpec& gpu) {
  if (gpu.name.empty()) throw Error(ErrorKind::bad_argument, "gpu: it has no name; give it one");
  const auto bytes = [](std::int64_t value) { return static_cast<double>(value); };
  check(gpu, "compute_capability", gpu.compute_capability, 999);
  check(gpu, "sms", gpu.sms, kMostUnits);
  check(gpu, "peak_tflops", gpu.peak_tflops, kMostRate);
  check(gpu, "dram_gbs", gpu.dram_gbs, kMostRate);
  check(gpu, "l2_mib", gpu.l2_mib, kMostRate);
  check(gpu, "smem_per_sm_bytes", bytes(gpu.smem_per_sm_bytes), kMostBytes);
  check(gpu, "smem_per_cta_bytes", bytes(gpu.smem_per_cta_bytes), kMostBytes);
  check(gpu, "smem_reserved_per_cta_bytes", bytes(gpu.smem_reserved_per_cta_bytes), kMostBytes, true);
  check(gpu, "registers_per_sm", bytes(gpu.registers_per_sm), kMostBytes);
  check(gpu, "registers_per_thread", bytes(gpu.registers_per_thread), kMostBytes);
  check(gpu, "register_granularity_per_warp", bytes(gpu.register_granularity_per_warp), kMostUnits);
  check(gpu, "warps_per_sm", gpu.warps_per_sm, kMostUnits);
  check(gpu, "ctas_per_sm", gpu.ctas_per_sm, kMostUnits);
  check(gpu, "launch_overhead_ms", gpu.launch_overhead_ms, kMostRate, true);
  check_order(gpu, "smem_per_cta_bytes", gpu.smem_per_cta_bytes, "smem_per_sm_bytes", gpu.smem_per_sm_bytes);
  check_order(gpu, "registers_per_thread", gpu.registers_per_thread, "registers_per_sm", gpu.registers_per_sm);
}

}  // namespace tilewright::gemm
