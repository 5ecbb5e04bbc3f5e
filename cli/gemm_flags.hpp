#pragma once

#include <string>

#include "cli/flags.hpp"
#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/shape.hpp"

namespace tilewright::cli {

/// The flags of a GEMM on a GPU: `--gpu`, `--shape`, `--dtype`.
void declare_gemm_flags(Flags& flags);

/// What those three say.
struct GemmRequest {
  gemm::GpuSpec gpu;
  gemm::GemmShape shape;
  gemm::Dtype dtype{};
};

[[nodiscard]] GemmRequest gemm_request(const Flags& flags);

/// A file when `text` ends in `.json`, else the name of a known GPU.
[[nodiscard]] gemm::GpuSpec load_gpu(const std::string& text);

}  // namespace tilewright::cli
