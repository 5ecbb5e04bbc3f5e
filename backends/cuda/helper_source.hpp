#pragma once

#include <string>

#include "backends/cuda/compile.hpp"

namespace tilewright::backends::cuda {

/// The kernels that the worker needs for itself, to be compiled for an architecture, as 86: they fill operands, make a
/// reference result, check results and find changed memory. Every parameter of them has 8 bytes.
[[nodiscard]] CompileJob helper_job(int architecture);

}  // namespace tilewright::backends::cuda
