#include "cli/gemm_flags.hpp"

#include "core/formats/gpu_file.hpp"

namespace tilewright::cli {

void declare_gemm_flags(Flags& flags) {
  flags.value("gpu", "NAME|FILE.json", "a name that `tilewright gpus` lists, or a file of one's own", "rtx3070")
      .value("shape", "MxNxK", "C[M x N] = A[M x K] * B[K x N]", "4096x4096x4096")
      .value("dtype", "TYPE", "fp16 or bf16", "fp16");
}

GemmRequest gemm_request(const Flags& flags) {
  return {.gpu = load_gpu(flags.text("gpu")),
          .shape = gemm::parse_shape(flags.text("shape")),
          .dtype = gemm::parse_dtype(flags.text("dtype"))};
}

gemm::GpuSpec load_gpu(const std::string& text) {
  return text.ends_with(".json") ? formats::read_gpu_file(text) : gemm::find_gpu(text);
}

}  // namespace tilewright::cli
