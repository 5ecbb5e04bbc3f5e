#include "cli/register_flags.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <vector>

#include "backends/cuda/compiled_registers.hpp"
#include "cli/home.hpp"
#include "cli/progress.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/gemm/occupancy.hpp"
#include "kernels/variant.hpp"

namespace tilewright::cli {
namespace {

std::int64_t reference(const Config& config) { return gemm::registers_per_thread(gemm::tile_config(config)); }

std::int64_t fitted(const Config& config) { return gemm::fitted_registers_per_thread(gemm::tile_config(config)); }

gemm::RegistersOf measured(const Flags& flags, const gemm::GpuSpec& gpu, const kernels::GemmOperands& operands,
                           const Space& space) {
  std::vector<Config> configs;
  std::vector<kernels::GemmVariant> variants;
  space.for_each([&](ConfigIndex, const Config& config) {
    const gemm::TileConfig tile = gemm::tile_config(config);
    if (gemm::smem_bytes(tile) > gpu.smem_per_cta_bytes || gemm::warp_grid(tile).along_m == 0) return;
    configs.push_back(config);
    variants.push_back(kernels::gemm_variant(config, operands));
  });
  ProgressLine line;
  const bool shown = !flags.on("quiet") && stderr_is_terminal();
  const auto show = [&](std::size_t done, std::size_t asked) {
    if (shown) line.show(compiling_text({.done = done, .asked = asked}));
  };
  const auto registers = backends::cuda::compiled_registers(variants, gpu.compute_capability, cubin_folder(), show);
  auto known = std::make_shared<std::map<Config, std::int64_t>>();
  for (std::size_t i = 0; i < configs.size(); ++i)
    if (registers[i]) known->emplace(configs[i], *registers[i]);
  return [known = std::shared_ptr<const std::map<Config, std::int64_t>>(std::move(known))](const Config& config) {
    const auto found = known->find(config);
    return found == known->end() ? fitted(config) : found->second;
  };
}

}  // namespace

void declare_register_flags(Flags& flags) {
  flags.value(
      "registers", "NAME",
      "registers per thread by which configs are judged: reference (accumulators and 40), fitted (to what ptxas "
      "gives our kernel: 3 off at the median, 13 at most) or measured (each config is compiled, with NVRTC) "
      "(default: fitted with --backend cuda, else reference)");
}

gemm::RegistersOf registers_of(const Flags& flags, const char* otherwise, const gemm::GpuSpec& gpu,
                               const kernels::GemmOperands& operands, const Space& space) {
  const std::string name = flags.optional_text("registers").value_or(otherwise);
  if (name == "reference") return reference;
  if (name == "fitted") return fitted;
  if (name == "measured") return measured(flags, gpu, operands, space);
  throw Error(ErrorKind::bad_argument,
              fmt::format("--registers '{}' is not known; give reference, fitted or measured", name));
}

}  // namespace tilewright::cli
