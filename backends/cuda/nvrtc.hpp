#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/cuda/compile.hpp"

namespace tilewright::backends::cuda {

/// NVIDIA's run-time compiler, opened when it is made. Copies share the library; all members may be called from many
/// threads at once.
class Nvrtc {
 public:
  /// Throws `Error` (not_available) when the library is missing, or this build is one without CUDA.
  Nvrtc();

  [[nodiscard]] const std::string& version() const { return version_; }  ///< as `13.0`

  /// The compute capabilities that it compiles for, ascending: 90 for 9.0.
  [[nodiscard]] const std::vector<int>& architectures() const { return architectures_; }

  /// The greatest of `architectures()` whose machine code runs on a device of `compute_capability`: of the same major
  /// version and not above it. Throws `Error` (not_available) when there is none.
  [[nodiscard]] int architecture_for(int compute_capability) const;

  /// Compiles to machine code; the options must name the architecture as `sm_XX`. The usage of the kernels is read
  /// from the log, which it asks ptxas for.
  [[nodiscard]] CompileOutcome compile(const CompileJob& job) const;

  /// Compiles to PTX, the options naming `compute_XX` or `sm_XX`; the text, or the failure.
  [[nodiscard]] std::variant<std::string, Failure> ptx(const CompileJob& job) const;

 private:
  struct Api;

  std::shared_ptr<const Api> api_;
  std::string version_;
  bool has_cache_ = false;
  std::vector<int> architectures_;
};

}  // namespace tilewright::backends::cuda
