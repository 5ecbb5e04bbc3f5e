#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tilewright::gemm {

/// What the model needs to know of a GPU.
struct GpuSpec {
  std::string name;            ///< as typed after `--gpu`
  std::string title;           ///< as shown
  int compute_capability = 0;  ///< 86 for 8.6
  int sms = 0;
  double peak_tflops = 0;  ///< dense fp16 or bf16 tensor cores with fp32 accumulation, 1e12 operations a second
  double dram_gbs = 0;     ///< 1e9 bytes a second
  double l2_mib = 0;
  std::int64_t smem_per_sm_bytes = 0;
  std::int64_t smem_per_cta_bytes = 0;
  std::int64_t smem_reserved_per_cta_bytes = 0;  ///< what the driver takes of the SM's for each resident CTA
  std::int64_t registers_per_sm = 0;
  std::int64_t registers_per_thread = 0;           ///< most that one thread can have
  std::int64_t register_granularity_per_warp = 1;  ///< registers are given to a warp in multiples of this
  int warps_per_sm = 0;
  int ctas_per_sm = 0;
  double launch_overhead_ms = 0;
};

/// Throws `Error` naming the first field that is not finite and positive (`smem_reserved_per_cta_bytes` and
/// `launch_overhead_ms` may be 0), or a limit per CTA or thread that exceeds the one per SM.
void check(const GpuSpec& gpu);

/// Every GPU that is known by name.
[[nodiscard]] std::span<const GpuSpec> known_gpus();

/// The known GPU of that name. Throws `Error` with the names that there are.
[[nodiscard]] const GpuSpec& find_gpu(std::string_view name);

}  // namespace tilewright::gemm
