#pragma once

#include <string>
#include <string_view>

#include "cli/flags.hpp"
#include "core/gemm/gpu_spec.hpp"
#include "core/gemm/shape.hpp"

namespace tilewright::cli {

/// The flags of a GEMM on a GPU: `--gpu`, `--shape`, `--dtype`.
void declare_gemm_flags(Flags& flags);

/// Likewise, each alone.
void declare_gpu_flag(Flags& flags);
void declare_shape_flag(Flags& flags);
void declare_dtype_flag(Flags& flags);

/// What those three say.
struct GemmRequest {
  gemm::GpuSpec gpu;
  gemm::GemmShape shape;
  gemm::Dtype dtype{};
};

/// `default_gpu` is what `--gpu` is when it is not given.
[[nodiscard]] GemmRequest gemm_request(const Flags& flags, std::string_view default_gpu = "rtx3070");

/// Likewise without `--shape`.
[[nodiscard]] GemmRequest gemm_request_without_shape(const Flags& flags, std::string_view default_gpu);

/// A file when `text` ends in `.json`, the first CUDA device when it is `auto`, else the name of a known GPU.
[[nodiscard]] gemm::GpuSpec load_gpu(const std::string& text);

}  // namespace tilewright::cli
