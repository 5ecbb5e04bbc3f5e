#include "cli/ptx_flags.hpp"

#include <algorithm>
#include <vector>

#include "backends/cuda/ptx.hpp"
#include "cli/progress.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/tuning/shortlist.hpp"
#include "kernels/variant.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kTopK = "8";  // as `tune`

/// The configs of the shortlist, in any order.
std::vector<report::ExplainedConfig*> ranked_first(const Flags& flags, const TuningProblem& problem,
                                                   report::Explanation& explanation) {
  const TopK top_k = parse_top_k(flags.optional_text("top-k").value_or(kTopK));
  std::vector<report::ExplainedConfig*> first;
  for (const Candidate& candidate : shortlist(problem, explanation.pruned.kept, top_k).candidates)
    first.push_back(&*std::ranges::find(explanation.configs, candidate.config, &report::ExplainedConfig::config));
  return first;
}

}  // namespace

void declare_ptx_flags(Flags& flags) {
  flags
      .toggle(
          "ptx",
          "compile the configs that the model ranks first, those that `tune` would time, and count the instructions "
          "in their PTX: mma, ldmatrix, cp.async, ld.global, ... by the bytes that a thread moves; needs NVRTC")
      .value("top-k", "K", "with --ptx: how many, as for `tune` (default: 8); all takes 0.1 s of a core for each");
}

void add_instructions(const Flags& flags, const GemmRequest& gemm, const TuningProblem& problem,
                      report::Explanation& explanation) {
  if (!flags.on("ptx")) {
    if (!flags.given("top-k")) return;
    throw Error(ErrorKind::bad_argument, "--top-k says how many configs --ptx compiles; give --ptx too");
  }
  const kernels::GemmOperands operands = kernels::packed_operands(gemm.shape, gemm.dtype);
  const std::vector<report::ExplainedConfig*> first = ranked_first(flags, problem, explanation);
  std::vector<kernels::GemmVariant> variants;
  for (const report::ExplainedConfig* const explained : first)
    variants.push_back(kernels::gemm_variant(explained->config, operands));

  ProgressLine line;
  const bool shown = !flags.on("quiet") && stderr_is_terminal();
  const auto show = [&](std::size_t done) {
    if (shown) line.show(compiling_text({.done = done, .asked = variants.size()}));
  };
  auto counts = backends::cuda::count_instructions(variants, gemm.gpu.compute_capability, show);
  for (std::size_t i = 0; i < first.size(); ++i) first[i]->instructions = std::move(counts[i]);
}

}  // namespace tilewright::cli
