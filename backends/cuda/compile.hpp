#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "core/tuning/backend.hpp"

namespace tilewright::backends::cuda {

/// One translation unit of device source and what it is compiled with, the architecture among it.
struct CompileJob {
  std::string source;
  std::vector<std::string> options;
};

/// What a kernel takes of the device, as ptxas reports it.
struct KernelUsage {
  std::int64_t registers = 0;          ///< per thread
  std::int64_t stack_bytes = 0;        ///< of local memory, per thread
  std::int64_t spill_store_bytes = 0;  ///< registers that did not fit, written to local memory
  std::int64_t spill_load_bytes = 0;
  std::int64_t static_smem_bytes = 0;

  bool operator==(const KernelUsage&) const = default;
};

/// Machine code, and the usage of each kernel in it by name.
struct Binary {
  std::string cubin;
  std::map<std::string, KernelUsage> kernels = {};
  double compile_ms = 0;    ///< what the compiler took; of a cached binary, what it took then
  bool from_cache = false;  ///< it was not compiled in this run
};

/// A binary, or why there is none, in one line.
using CompileOutcome = std::variant<Binary, Failure>;

/// Compiles; may be called from many threads at once.
using Compiler = std::function<CompileOutcome(const CompileJob&)>;

}  // namespace tilewright::backends::cuda
