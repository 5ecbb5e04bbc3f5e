#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "core/gemm/gpu_spec.hpp"

namespace tilewright::gemm {
namespace {

/// Limits that all GPUs of one compute capability share.
/// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
struct Architecture {
  int compute_capability;
  std::int64_t smem_per_sm_kib;
  std::int64_t smem_per_cta_kib;
  int warps_per_sm;
  int ctas_per_sm;
};

constexpr Architecture kSm80{80, 164, 163, 64, 32};
constexpr Architecture kSm86{86, 100, 99, 48, 16};
constexpr Architecture kSm89{89, 100, 99, 48, 24};
constexpr Architecture kSm90{90, 228, 227, 64, 32};
constexpr Architecture kSm100{100, 228, 227, 64, 32};
constexpr Architecture kSm120{120, 100, 99, 48, 24};

/// What differs between GPUs of one architecture.
struct Board {
  const char* name;
  const char* title;
  int sms;
  double peak_tflops;
  double dram_gbs;
  double l2_mib;
};

GpuSpec spec(const Architecture& architecture, const Board& board) {
  return {.name = board.name,
          .title = board.title,
          .compute_capability = architecture.compute_capability,
          .sms = board.sms,
          .peak_tflops = board.peak_tflops,
          .dram_gbs = board.dram_gbs,
          .l2_mib = board.l2_mib,
          .smem_per_sm_bytes = architecture.smem_per_sm_kib * 1024,
          .smem_per_cta_bytes = architecture.smem_per_cta_kib * 1024,
          .smem_reserved_per_cta_bytes = 1024,
          .registers_per_sm = 65536,
          .registers_per_thread = 255,
          .register_granularity_per_warp = 256,
          .warps_per_sm = architecture.warps_per_sm,
          .ctas_per_sm = architecture.ctas_per_sm,
          .launch_overhead_ms = 0.005};
}

/// The profile of the published walk-through that the reference run reproduces: a round peak, and neither reserved
/// shared memory nor register granularity.
GpuSpec reference_rtx3070() {
  GpuSpec gpu = spec(kSm86, {"rtx3070", "RTX 3070 (reference profile, 40 TFLOP/s)", 46, 40.0, 448, 4});
  gpu.smem_reserved_per_cta_bytes = 0;
  gpu.register_granularity_per_warp = 1;
  return gpu;
}

std::vector<GpuSpec> make_table() {
  return {
      reference_rtx3070(),
      // Peaks are dense fp16 with fp32 accumulation at boost clock. Source: NVIDIA Ampere GA102 GPU Architecture
      // whitepaper, appendix A; GeForce boards run fp32 accumulation at half the rate of fp16.
      spec(kSm86, {"rtx3060", "RTX 3060", 28, 25.5, 360, 3}),
      spec(kSm86, {"rtx3070-datasheet", "RTX 3070 (data sheet, 40.6 TFLOP/s)", 46, 40.6, 448, 4}),
      spec(kSm86, {"rtx3080", "RTX 3080 10 GB", 68, 59.5, 760, 5}),
      spec(kSm86, {"rtx3090", "RTX 3090", 82, 71.2, 936, 6}),
      // Source: NVIDIA Ada GPU Architecture whitepaper, appendix A.
      spec(kSm89, {"rtx4070", "RTX 4070", 46, 58.3, 504, 36}),
      spec(kSm89, {"rtx4090", "RTX 4090", 128, 165.2, 1008, 72}),
      // Source: NVIDIA RTX Blackwell GPU Architecture whitepaper, appendix A.
      spec(kSm120, {"rtx5090", "RTX 5090", 170, 209.5, 1792, 96}),
      // Source: NVIDIA A100 Tensor Core GPU data sheet.
      spec(kSm80, {"a100-40gb", "A100 SXM 40 GB", 108, 312, 1555, 40}),
      spec(kSm80, {"a100-80gb", "A100 SXM 80 GB", 108, 312, 2039, 40}),
      // Sources: data sheets of A10, L4 and L40S; the L2 of the L40S is not confirmed there.
      spec(kSm86, {"a10", "A10", 72, 125, 600, 6}),
      spec(kSm89, {"l4", "L4", 58, 121, 300, 48}),
      spec(kSm89, {"l40s", "L40S", 142, 362, 864, 96}),
      // Sources: data sheets of H100 and H200; the L2 of an H200 is reported as 60 MiB by the driver.
      spec(kSm90, {"h100", "H100 SXM", 132, 989, 3350, 50}),
      spec(kSm90, {"h200", "H200", 132, 989, 4800, 50}),
      // Source: NVIDIA Blackwell Architecture Technical Brief.
      spec(kSm100, {"b200", "B200", 148, 2250, 8000, 126}),
  };
}

}  // namespace

std::span<const GpuSpec> known_gpus() {
  static const std::vector<GpuSpec> kTable = make_table();
  return kTable;
}

const GpuSpec& find_gpu(std::string_view name) {
  const auto gpus = known_gpus();
  if (const auto found = ranges::find(gpus, name, &GpuSpec::name); found != gpus.end()) return *found;
  const auto names = gpus | ranges::views::transform(&GpuSpec::name) | ranges::to_vector;
  throw Error(ErrorKind::bad_argument,
              fmt::format("gpu '{}' is not known; there are: {}", name, fmt::join(names, ", ")));
}

}  // namespace tilewright::gemm
