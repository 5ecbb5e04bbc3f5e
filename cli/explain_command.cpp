#include "cli/command.hpp"
#include "cli/gemm_flags.hpp"
#include "cli/ncu_flags.hpp"
#include "cli/ptx_flags.hpp"
#include "cli/register_flags.hpp"
#include "cli/result_output.hpp"
#include "core/gemm/problem.hpp"
#include "core/report/explain_report.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kSummary = "each config's verdict, occupancy, waves, prediction and bound; measures nothing";

Flags declare_explain() {
  Flags flags({.command = "explain",
               .summary = kSummary,
               .notes = kNcuNotes,
               .example = "tilewright explain --gpu rtx3070 --shape 4096x4096x4096 --format csv"});
  declare_gemm_flags(flags);
  declare_register_flags(flags);
  declare_ptx_flags(flags);
  declare_ncu_flags(flags);
  declare_output_flags(flags);
  return flags;
}

ExitCode run_explain(const Flags& flags) {
  const GemmRequest gemm = gemm_request(flags);
  const ResultOutput output(flags);
  const gemm::RegistersOf registers = registers_of(
      flags, "reference", gemm.gpu, kernels::packed_operands(gemm.shape, gemm.dtype), gemm::reference_space());
  const TuningProblem problem =
      gemm::gemm_problem(gemm.shape, gemm.dtype, gemm.gpu, gemm::reference_space(), registers);
  auto explanation = report::explain(gemm.shape, gemm.gpu, problem);
  add_instructions(flags, gemm, problem, explanation);
  add_dram(flags, gemm, explanation);
  return output.deliver({.table = [&](const report::Style& style) { return report::explain_table(explanation, style); },
                         .json = [&] { return report::explain_json(explanation); },
                         .csv = [&] { return report::explain_csv(explanation); }});
}

}  // namespace

const Command kExplainCommand{"explain", kSummary, declare_explain, run_explain};

}  // namespace tilewright::cli
