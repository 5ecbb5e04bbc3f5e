#pragma once

#include <string>
#include <string_view>

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

/// `default_gpu` is what `--gpu` is when it is not given.
[[nodiscard]] GemmRequest gemm_request(const Flags& flags, std::string_view default_gpu = "rtx3070");

/// A file when `text` ends in `.json`, the first CUDA device when it is `auto`, else the name of a known GPU.
[[nodiscard]] gemm::GpuSpec load_gpu(const std::string& text);

}  // namespace tilewright::cli
