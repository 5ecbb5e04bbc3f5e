#include "cli/gemm_flags.hpp"

#include "backends/cuda/availability.hpp"
#include "core/formats/gpu_file.hpp"

namespace tilewright::cli {

void declare_gemm_flags(Flags& flags) {
  declare_gpu_flag(flags);
  declare_shape_flag(flags);
  declare_dtype_flag(flags);
}

void declare_gpu_flag(Flags& flags) {
  flags.value("gpu", "NAME|FILE.json",
              "a name that `tilewright gpus` lists, a file of one's own, or auto: the CUDA device that is here "
              "(default: auto with --backend cuda and cublaslt, else rtx3070)");
}

void declare_shape_flag(Flags& flags) {
  flags.value("shape", "MxNxK", "C[M x N] = A[M x K] * B[K x N]", "4096x4096x4096");
}

void declare_dtype_flag(Flags& flags) { flags.value("dtype", "TYPE", "fp16 or bf16", "fp16"); }

GemmRequest gemm_request(const Flags& flags, std::string_view default_gpu) {
  GemmRequest request = gemm_request_without_shape(flags, default_gpu);
  request.shape = gemm::parse_shape(flags.text("shape"));
  return request;
}

GemmRequest gemm_request_without_shape(const Flags& flags, std::string_view default_gpu) {
  return {.gpu = load_gpu(flags.optional_text("gpu").value_or(std::string(default_gpu))),
          .shape = {},
          .dtype = gemm::parse_dtype(flags.text("dtype"))};
}

gemm::GpuSpec load_gpu(const std::string& text) {
  if (text == "auto") return backends::cuda::query_device(0);
  return text.ends_with(".json") ? formats::read_gpu_file(text) : gemm::find_gpu(text);
}

}  // namespace tilewright::cli
