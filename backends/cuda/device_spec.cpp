#include "backends/cuda/device_spec.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace tilewright::backends::cuda {
namespace {

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// `NVIDIA GeForce RTX 3070` as `nvidia-geforce-rtx-3070`.
std::string slug(const std::string& name) {
  std::string text;
  for (const char c : name)
    if (is_letter_or_digit(c))
      text += lower(c);
    else if (!text.empty() && text.back() != '-')
      text += '-';
  if (!text.empty() && text.back() == '-') text.pop_back();
  return text.empty() ? "gpu" : text;
}

/// What CUDA names the boards of the table: the last words of its name, in the slug's form.
struct Board {
  const char* ending;
  const char* known;
};

constexpr std::array kBoards{
    Board{"rtx-3060", "rtx3060"},
    Board{"rtx-3070", "rtx3070-datasheet"},
    Board{"rtx-3080", "rtx3080"},
    Board{"rtx-3090", "rtx3090"},
    Board{"rtx-4070", "rtx4070"},
    Board{"rtx-4090", "rtx4090"},
    Board{"rtx-5090", "rtx5090"},
    Board{"a100-sxm4-40gb", "a100-40gb"},
    Board{"a100-sxm4-80gb", "a100-80gb"},
    Board{"nvidia-a10", "a10"},
    Board{"nvidia-l4", "l4"},
    Board{"nvidia-l40s", "l40s"},
    Board{"h100-80gb-hbm3", "h100"},
    Board{"nvidia-h200", "h200"},
    Board{"nvidia-b200", "b200"},
};

const gemm::GpuSpec* known_board(const DeviceInfo& device) {
  const std::string name = slug(device.name);
  const auto* const found =
      std::ranges::find_if(kBoards, [&](const Board& board) { return name.ends_with(board.ending); });
  if (found == kBoards.end()) return nullptr;
  const gemm::GpuSpec& gpu = gemm::find_gpu(found->known);
  return gpu.sms == device.sms && gpu.compute_capability == device.compute_capability ? &gpu : nullptr;
}

/// Operations of one SM in a cycle, dense fp16 with fp32 accumulation. Sources: the whitepapers of GA100, GA102, AD102,
/// GH100 and GB202; boards of 8.6, 8.9 and 12.0 that are not GeForce do twice as much.
double operations_per_cycle(const DeviceInfo& device) {
  const bool geforce = device.name.find("GeForce") != std::string::npos;
  switch (device.compute_capability) {
    case 80:
      return 2048;
    case 86:
    case 89:
    case 120:
      return geforce ? 512 : 1024;
    case 90:
      return 4096;
    default:
      return device.compute_capability >= 100 && device.compute_capability < 120 ? 8192 : 1024;
  }
}

double peak_tflops(const DeviceInfo& device) {
  return 1e-6 * operations_per_cycle(device) * device.sms * device.clock_mhz;
}

double dram_gbs(const DeviceInfo& device) { return 1e-3 * 2 * device.memory_clock_mhz * device.memory_bus_bits / 8; }

}  // namespace

gemm::GpuSpec device_spec(const DeviceInfo& device) {
  const gemm::GpuSpec* const board = known_board(device);
  return {.name = slug(device.name),
          .title = device.name,
          .compute_capability = device.compute_capability,
          .sms = device.sms,
          .peak_tflops = board != nullptr ? board->peak_tflops : peak_tflops(device),
          .dram_gbs = board != nullptr ? board->dram_gbs : dram_gbs(device),
          .l2_mib = static_cast<double>(device.l2_bytes) / (1 << 20),
          .smem_per_sm_bytes = device.smem_per_sm,
          .smem_per_cta_bytes = device.smem_per_cta,
          .smem_reserved_per_cta_bytes = device.smem_reserved_per_cta,
          .registers_per_sm = device.registers_per_sm,
          .registers_per_thread = 255,           // of every architecture from 3.5 on
          .register_granularity_per_warp = 256,  // likewise
          .warps_per_sm = device.warps_per_sm,
          .ctas_per_sm = device.ctas_per_sm,
          .launch_overhead_ms = 0.005};
}

}  // namespace tilewright::backends::cuda
