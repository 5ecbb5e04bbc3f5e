#pragma once

#include "cli/flags.hpp"
#include "cli/gemm_flags.hpp"
#include "core/report/explain_report.hpp"

namespace tilewright::cli {

/// How a launch is joined with a config, for `--help`.
extern const char* const kNcuNotes;

/// `--ncu`.
void declare_ncu_flags(Flags& flags);

/// With `--ncu`: adds to the configs of `explanation` the DRAM traffic that Nsight Compute has measured of their
/// launches, and notes on those that are of no config or of several. Throws `Error` (bad_file) for a file that cannot
/// be read or in which DRAM traffic was not measured; records that are refused are named on standard error.
void add_dram(const Flags& flags, const GemmRequest& gemm, report::Explanation& explanation);

}  // namespace tilewright::cli
