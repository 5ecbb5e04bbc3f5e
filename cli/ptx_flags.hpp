#pragma once

#include "cli/flags.hpp"
#include "cli/gemm_flags.hpp"
#include "core/report/explain_report.hpp"
#include "core/tuning/problem.hpp"

namespace tilewright::cli {

/// `--ptx`, and `--top-k` that goes with it.
void declare_ptx_flags(Flags& flags);

/// With `--ptx`: compiles the configs of `explanation` that `tune` would time first, row-major operands and no
/// epilogue, and adds the counts of their instructions. Throws `Error`: not_available without NVRTC, bad_argument for
/// `--top-k` without `--ptx`.
void add_instructions(const Flags& flags, const GemmRequest& gemm, const TuningProblem& problem,
                      report::Explanation& explanation);

}  // namespace tilewright::cli
