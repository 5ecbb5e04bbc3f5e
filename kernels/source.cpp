#include "kernels/source.hpp"

#include <fmt/format.h>

#include "core/gemm/registers.hpp"

namespace tilewright::kernels {

std::vector<std::string> compile_options(const GemmVariant& v, int compute_capability) {
  std::vector<std::string> options{fmt::format("--gpu-architecture=sm_{}", compute_capability), "--std=c++17"};
  const auto define = [&](std::string_view name, const auto& value) {
    options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("BM", v.tile.bm);
  define("BN", v.tile.bn);
  define("BK", v.tile.bk);
  define("NUM_WARPS", v.tile.num_warps);
  define("NUM_STAGES", v.tile.num_stages);
  define("WARPS_M", gemm::warp_grid(v.tile).along_m);
  define("SPLIT", v.shares_tiles() ? 1 : 0);
  define("A_K_CONTIGUOUS", v.a_layout == Layout::row_major ? 1 : 0);
  define("B_K_CONTIGUOUS", v.b_layout == Layout::column_major ? 1 : 0);
  define("A_PIECE_BYTES", v.a_piece_bytes);
  define("B_PIECE_BYTES", v.b_piece_bytes);
  define("ELEMENT", v.dtype == gemm::Dtype::fp16 ? "f16" : "bf16");
  define("BIAS", v.epilogue == Epilogue::none ? 0 : 1);
  define("RELU", v.epilogue == Epilogue::bias_relu ? 1 : 0);
  define("GELU", v.epilogue == Epilogue::bias_gelu ? 1 : 0);
  define("COPY", v.load == Load::copy ? 1 : 0);
  return options;
}

}  // namespace tilewright::kernels
