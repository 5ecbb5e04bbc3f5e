#include "cli/cuda_flags.hpp"

#include <fmt/format.h>

#include <utility>

#include "backends/cublaslt.hpp"
#include "backends/cuda/availability.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/facts.hpp"
#include "cli/home.hpp"
#include "cli/numbers.hpp"
#include "cli/register_flags.hpp"
#include "core/error.hpp"
#include "core/store/context.hpp"
#include "kernels/model.hpp"
#include "kernels/variant.hpp"

namespace tilewright::cli {
namespace {

constexpr int kMostDevices = 64;
constexpr int kLibraryCandidates = 16;

/// To be raised when a parameter changes its meaning though the kernel's source does not: what was stored of it is then
/// no longer used.
constexpr int kSpaceVersion = 1;

backends::CudaOptions options_of(const Flags& flags) {
  return {.device = static_cast<int>(flags.integer("device", 0, kMostDevices)),
          .cubins = cubin_folder(),
          .cold_l2 = !flags.on("hot"),
          .warmup_ms = parse_sample_count("warmup", flags.text("warmup"), 0).total_ms};
}

kernels::GemmOperands operands_of(const GemmRequest& gemm, const Flags& flags) {
  return kernels::packed_operands(gemm.shape, gemm.dtype, kernels::parse_layout(flags.text("a-layout")),
                                  kernels::parse_layout(flags.text("b-layout")),
                                  kernels::parse_epilogue(flags.text("epilogue")));
}

/// What both backends have to tell.
template <typename CudaBackend>
Measured measured_by(std::unique_ptr<CudaBackend> backend, TuningProblem&& problem) {
  CudaBackend& of = *backend;
  return {.problem = std::move(problem),
          .backend = std::move(backend),
          .facts = [&of](const Config& config) { return backends::facts(of, config); },
          .notes = [&of] { return of.notes(); },
          .samples_within = [&of](double total_ms) { return backends::cuda::samples_within(total_ms, of.sample_ms()); },
          .remembered = Remembered{.by_default = true,
                                   .key = store::join({{"", {{"space_version", kSpaceVersion}}}, {"", of.key()}}),
                                   .last_facts = [&of](const Config& config) {
                                     return backends::facts(of, config, backends::Calls::last);
                                   }}};
}

std::string library_version() {
  for (const backends::cuda::Component& component : backends::cuda::availability())
    if (component.name == "cuBLASLt") return component.text;
  return "unknown";
}

Space space_of(const kernels::GemmOperands& operands, const gemm::GpuSpec& gpu, const Flags& flags) {
  const std::string& name = flags.text("space");
  if (name == "reference") return gemm::reference_space();
  if (name == "full") return kernels::cuda_gemm_space(operands, gpu.sms);
  throw Error(ErrorKind::bad_argument, fmt::format("--space '{}' is not known; give full or reference", name));
}

}  // namespace

void declare_cuda_flags(Flags& flags) {
  flags.value("device", "N", "cuda, cublaslt: index of the device", "0")
      .value("a-layout", "LAYOUT", "cuda, cublaslt: row_major or column_major", "row_major")
      .value("b-layout", "LAYOUT", "cuda, cublaslt: row_major or column_major", "row_major")
      .value("epilogue", "NAME", "cuda, cublaslt: none, bias, bias_relu or bias_gelu", "none")
      .toggle("hot", "cuda, cublaslt: leave the operands in the L2 between samples")
      .value("space", "NAME", "cuda: full (all that the kernel can be) or reference (the 192 configs)", "full");
}

std::string kernel_label(const Config& config) {
  std::string label = to_text(gemm::tile_config(config));
  if (config.find("GROUP_SIZE_M") != nullptr) label += fmt::format(" g{}", config.integer("GROUP_SIZE_M"));
  if (config.find("split_k") != nullptr) label += fmt::format(" k{}", config.integer("split_k"));
  if (config.find("stream_k") != nullptr && config.integer("stream_k") > 0)
    label += fmt::format(" st{}", config.integer("stream_k"));
  if (config.find("load") != nullptr) label += " " + config.text("load");
  return label;
}

std::optional<std::string> why_no_cuda() { return backends::cuda::why_not_available(false); }

std::optional<std::string> why_no_cublaslt() { return backends::cuda::why_not_available(true); }

Measured make_cuda(const GemmRequest& gemm, const Flags& flags) {
  const kernels::GemmOperands operands = operands_of(gemm, flags);
  const Space space = space_of(operands, gemm.gpu, flags);
  const gemm::RegistersOf registers = registers_of(flags, "fitted", gemm.gpu, operands, space);
  TuningProblem problem = kernels::cuda_gemm_problem(operands, gemm.gpu, space, registers);
  auto backend = std::make_unique<backends::Cuda>(operands, options_of(flags));
  const backends::Cuda& cuda = *backend;
  Measured measured = measured_by(std::move(backend), std::move(problem));
  measured.predict = [operands, gpu = gemm.gpu, registers](const Config& config) {
    return kernels::predict(kernels::gemm_variant(config, operands), operands, registers(config), gpu);
  };
  measured.compile_progress = [&cuda]() -> CompileProgress {
    const backends::cuda::CompileCounts counts = cuda.compile_counts();
    return {.done = counts.done, .asked = counts.asked};
  };
  return measured;
}

Measured make_cublaslt(const GemmRequest& gemm, const Flags& flags) {
  auto backend = std::make_unique<backends::CublasLt>(operands_of(gemm, flags), options_of(flags), kLibraryCandidates);
  const backends::CublasLt& library = *backend;
  TuningProblem problem = backend->problem();
  Measured measured = measured_by(std::move(backend), std::move(problem));
  Remembered& remembered = *measured.remembered;
  remembered.key = store::join({{"", remembered.key}, {"", {{"library", library_version()}}}});
  // A position says little: another version of the library may have another candidate there.
  remembered.identity = [&library](const Config& config) {
    return store::join({{"", config}, {"", {{"algorithm", library.description(config)}}}});
  };
  return measured;
}

}  // namespace tilewright::cli
