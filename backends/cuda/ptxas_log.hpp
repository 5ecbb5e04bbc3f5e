#pragma once

#include <map>
#include <string>
#include <string_view>

#include "backends/cuda/compile.hpp"

namespace tilewright::backends::cuda {

/// The usage of each kernel in what `--ptxas-options=-v` makes ptxas write; figures it does not state are 0. Lines
/// that are something else are skipped.
[[nodiscard]] std::map<std::string, KernelUsage> parse_ptxas_log(std::string_view log);

/// The failure that a compiler's log tells of: its first line with `error` in it, else its first line. A kernel that
/// takes more than the device has fails as `resources`, everything else as `compile`.
[[nodiscard]] Failure compile_failure(std::string_view log);

}  // namespace tilewright::backends::cuda
