#pragma once

#include "backends/cublaslt.hpp"
#include "backends/cuda/cuda.hpp"
#include "core/tuning/config.hpp"

// What the backends know of a config besides its samples, by name, for a report. What is not known is not there.
namespace tilewright::backends {

/// Whose conditions: those of all calls of `measure`, or those of the last one.
enum class Calls { all, last };

/// `registers` (a thread), `spill_bytes` (stores and loads, a thread), `smem_bytes` (static and dynamic),
/// `compile_ms`, `from_cache`, `largest_error` (in units of what the check allows), and those of the conditions:
/// `sm_mhz_median`, `sm_mhz_min`, `sm_mhz_max`, `power_w`, `temperature_c` (medians), `retaken` (rounds of samples) and
/// `low_clock`. Empty for a config without machine code.
[[nodiscard]] Config facts(const Cuda& backend, const Config& config, Calls calls = Calls::all);

/// `algorithm`, in the library's own numbers, `largest_error`, and those of the conditions. Throws `Error` for a
/// candidate that there is not.
[[nodiscard]] Config facts(const CublasLt& backend, const Config& config, Calls calls = Calls::all);

}  // namespace tilewright::backends
