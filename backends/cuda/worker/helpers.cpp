#include "backends/cuda/worker/helpers.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "kernels/half.hpp"

namespace tilewright::backends::cuda {
namespace {

constexpr std::size_t kResults = 4;
constexpr std::int64_t kThreads = 256;
constexpr std::int64_t kMostBlocks = 4096;  // more take turns

std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }
std::uint64_t is_bf16(gemm::Dtype dtype) { return dtype == gemm::Dtype::bf16 ? 1 : 0; }

std::uint64_t activation(kernels::Epilogue epilogue) {
  if (epilogue == kernels::Epilogue::bias_relu) return 1;
  return epilogue == kernels::Epilogue::bias_gelu ? 2 : 0;
}

}  // namespace

Helpers::Helpers(const std::string& cubin, cudaStream_t stream)
    : module_(cubin), stream_(stream), results_(kResults * sizeof(std::uint64_t)) {}

void Helpers::launch(const char* entry, std::vector<std::uint64_t> arguments, std::int64_t items) {
  const std::int64_t blocks = std::clamp<std::int64_t>((items + kThreads - 1) / kThreads, 1, kMostBlocks);
  module_.launch({.entry = entry,
                  .grid = {.x = static_cast<std::uint32_t>(blocks)},
                  .block = {.x = static_cast<std::uint32_t>(kThreads)},
                  .arguments = std::move(arguments)},
                 stream_);
}

void Helpers::fill(std::uint64_t to, const kernels::Extent& extent, std::uint64_t seed, gemm::Dtype dtype) {
  launch("fill", {to, bits(extent.outer), bits(extent.inner), bits(extent.ld), seed, is_bf16(dtype)},
         extent.outer * extent.ld);
}

void Helpers::absolute(std::uint64_t from, std::uint64_t to, std::int64_t count) {
  launch("absolute", {from, to, bits(count)}, count);
}

void Helpers::multiply(const kernels::GemmOperands& o, const kernels::GemmAddresses& from, std::uint64_t value,
                       std::uint64_t magnitude) {
  const bool a_rows = o.a_layout == kernels::Layout::row_major;
  const bool b_rows = o.b_layout == kernels::Layout::row_major;
  const auto [m, n, k] = o.shape;
  const std::int64_t tiles = ((m + 15) / 16) * ((n + 15) / 16);
  launch("multiply",
         {from.a, bits(a_rows ? o.lda : std::int64_t{1}), bits(a_rows ? std::int64_t{1} : o.lda), from.b,
          bits(b_rows ? o.ldb : std::int64_t{1}), bits(b_rows ? std::int64_t{1} : o.ldb), value, magnitude, bits(m),
          bits(n), bits(k), is_bf16(o.dtype)},
         tiles * kThreads);
}

void Helpers::finish(const kernels::GemmOperands& o, std::uint64_t bias, std::uint64_t value, std::uint64_t magnitude) {
  launch("finish", {value, magnitude, bias, bits(o.shape.m), bits(o.shape.n), activation(o.epilogue), is_bf16(o.dtype)},
         o.shape.m * o.shape.n);
}

CheckResult Helpers::check_output(const kernels::GemmOperands& o, std::uint64_t c, std::uint64_t value,
                                  std::uint64_t magnitude, const kernels::Tolerance& tolerance) {
  clear_results();
  check(cudaMemsetAsync(pointer(results_.address() + sizeof(std::uint64_t)), 0xff, sizeof(std::uint64_t), stream_),
        "clear the results");
  launch("check",
         {c, value, magnitude, bits(o.shape.m), bits(o.shape.n), bits(o.ldc), bits(tolerance.relative),
          bits(tolerance.of_magnitude), bits(tolerance.absolute), bits(kernels::overflow_threshold(o.dtype)),
          is_bf16(o.dtype), results_.address()},
         o.shape.m * o.ldc);
  const std::vector<std::uint64_t> found = results();
  return {.wrong = found[0],
          .first_wrong = found[1],
          .largest_ratio = std::bit_cast<float>(static_cast<std::uint32_t>(found[2])),
          .outside = found[3]};
}

void Helpers::touch(std::uint64_t from, std::int64_t bytes) { launch("touch", {from, bits(bytes / 16)}, bytes / 16); }

std::uint64_t Helpers::hash(std::uint64_t from, std::int64_t bytes) {
  clear_results();
  const std::int64_t words = bytes / 4;
  launch("hash", {from, bits(words), results_.address()}, words);
  return results()[0];
}

void Helpers::clear_results() {
  check(cudaMemsetAsync(results_.get(), 0, kResults * sizeof(std::uint64_t), stream_), "clear the results");
}

std::vector<std::uint64_t> Helpers::results() {
  std::vector<std::uint64_t> found(kResults);
  check(
      cudaMemcpyAsync(found.data(), results_.get(), kResults * sizeof(std::uint64_t), cudaMemcpyDeviceToHost, stream_),
      "read the results");
  check(cudaStreamSynchronize(stream_), "check the result");
  return found;
}

}  // namespace tilewright::backends::cuda
