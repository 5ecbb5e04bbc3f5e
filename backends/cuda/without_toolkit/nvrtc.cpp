#include "backends/cuda/nvrtc.hpp"

#include "core/error.hpp"

// Stands in for ../nvrtc.cpp in a build that found no CUDA toolkit.
namespace tilewright::backends::cuda {

struct Nvrtc::Api {};

Nvrtc::Nvrtc() {
  throw Error(ErrorKind::not_available,
              "this build has no CUDA: install the CUDA toolkit, 12.8 or later, and configure and build again");
}

int Nvrtc::architecture_for(int /*compute_capability*/) const { return 0; }

CompileOutcome Nvrtc::compile(const CompileJob& /*job*/) const { return Failure{FailureKind::compile, "no CUDA"}; }

std::variant<std::string, Failure> Nvrtc::ptx(const CompileJob& /*job*/) const {
  return Failure{FailureKind::compile, "no CUDA"};
}

}  // namespace tilewright::backends::cuda
