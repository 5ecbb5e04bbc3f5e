#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "backends/cuda/nvrtc.hpp"
#include "backends/cuda/worker/module.hpp"
#include "backends/cuda/worker/owned.hpp"
#include "core/gemm/occupancy.hpp"
#include "core/gemm/registers.hpp"
#include "core/stats/split_mix.hpp"
#include "kernels/check_close.hpp"
#include "kernels/half.hpp"
#include "kernels/launch.hpp"
#include "kernels/reference.hpp"
#include "kernels/source.hpp"
#include "tests/gpu/device.hpp"
#include "tests/gpu/gpu.hpp"

// Random GEMMs of random variants: each is right by the CPU's reference, the same bits twice, and nothing outside C
// changes. The test is its own worker here.
namespace tilewright::backends::cuda {
namespace {

using kernels::GemmOperands;
using kernels::GemmVariant;
using stats::SplitMix64;

constexpr int kVariants = 640;
constexpr int kDraws = 10'000;
constexpr std::uint16_t kNan = 0x7fff;  // of both types
constexpr std::int64_t kBytes = 4 << 20;
constexpr std::int64_t kScratchBytes = 256 << 20;

std::int64_t one_of(SplitMix64& random, std::initializer_list<std::int64_t> values) {
  return values.begin()[random.below(static_cast<std::uint32_t>(values.size()))];
}

std::int64_t up_to(SplitMix64& random, std::uint32_t most) { return 1 + random.below(most); }

GemmVariant draw_variant(SplitMix64& random) {
  while (true) {
    GemmVariant v{.tile = {one_of(random, {16, 16, 32, 64, 128, 256}), one_of(random, {32, 64, 128, 256}),
                           one_of(random, {32, 64, 128}), one_of(random, {4, 8}), one_of(random, {2, 3, 4, 6})}};
    const bool fits = gemm::warp_grid(v.tile).along_m > 0 && gemm::smem_bytes(v.tile) <= 227 * 1024 &&
                      v.tile.bm * v.tile.bn / v.tile.threads() <= 128;
    if (!fits) continue;
    v.group_size_m = one_of(random, {1, 4, 8});
    v.split_k = one_of(random, {1, 1, 2, 4, 8, 16});
    if (v.split_k == 1) v.stream_k = one_of(random, {0, 0, 1, 2, 7, 13, 40, 132});
    v.load = static_cast<kernels::Load>(random.below(2));
    v.dtype = static_cast<gemm::Dtype>(random.below(2));
    v.a_layout = static_cast<kernels::Layout>(random.below(2));
    v.b_layout = static_cast<kernels::Layout>(random.below(2));
    v.epilogue = static_cast<kernels::Epilogue>(random.below(4));
    if (v.load == kernels::Load::direct) {
      v.a_piece_bytes = static_cast<int>(one_of(random, {16, 16, 8, 4, 2}));
      v.b_piece_bytes = static_cast<int>(one_of(random, {16, 16, 8, 4, 2}));
    }
    return v;
  }
}

/// Near multiples of the tile as often as anything else.
std::int64_t draw_size(SplitMix64& random, std::int64_t tile) {
  switch (random.below(5)) {
    case 0:
      return up_to(random, 33);
    case 1:
      return std::max<std::int64_t>(1, tile * up_to(random, 3) + random.below(3) - 1);
    case 2:
      return 8 * up_to(random, 40);
    default:
      return up_to(random, 300);
  }
}

/// One operand's place in its buffer, as the variant's pieces allow: elements before it, and its leading dimension.
struct Placed {
  std::int64_t offset = 0;
  std::int64_t ld = 0;
  std::int64_t alignment_bytes = 256;
};

Placed draw_place(SplitMix64& random, std::int64_t inner, int piece_bytes, bool copied) {
  const std::int64_t step = copied ? 1 : piece_bytes / 2;
  const std::int64_t gap = random.below(2) == 0 ? 0 : random.below(20);
  Placed placed{.offset = step * random.below(5), .ld = (inner + gap + step - 1) / step * step};
  if (placed.offset > 0) placed.alignment_bytes = (2 * placed.offset) & -(2 * placed.offset);
  return placed;
}

struct Draw {
  GemmOperands operands;
  std::int64_t offset_a = 0, offset_b = 0, offset_c = 0;
};

Draw draw_gemm(SplitMix64& random, const GemmVariant& v) {
  Draw draw;
  GemmOperands& o = draw.operands;
  o = kernels::packed_operands(
      {draw_size(random, v.tile.bm), draw_size(random, v.tile.bn), draw_size(random, v.tile.bk)}, v.dtype, v.a_layout,
      v.b_layout, v.epilogue);
  if (random.below(5) == 0) o.shape.k = up_to(random, 2000);
  const bool copied = v.load == kernels::Load::copy;
  const Placed a = draw_place(random, kernels::extent_of_a(o).inner, v.a_piece_bytes, copied);
  const Placed b = draw_place(random, kernels::extent_of_b(o).inner, v.b_piece_bytes, copied);
  o.lda = a.ld;
  o.ldb = b.ld;
  o.a_alignment_bytes = a.alignment_bytes;
  o.b_alignment_bytes = b.alignment_bytes;
  o.ldc = o.shape.n + (random.below(2) == 0 ? 0 : random.below(20));
  draw.offset_a = a.offset;
  draw.offset_b = b.offset;
  draw.offset_c = random.below(3) == 0 ? random.below(9) : 0;
  return draw;
}

std::uint16_t draw_element(SplitMix64& random, gemm::Dtype dtype) {
  return kernels::narrow(dtype, (static_cast<double>(random.below(4001)) - 2000) / 1000);
}

/// Random where the operand has elements, NaN everywhere else.
std::vector<std::uint16_t> draw_operand(SplitMix64& random, gemm::Dtype dtype, const kernels::Extent& extent,
                                        std::int64_t offset) {
  std::vector<std::uint16_t> memory(static_cast<std::size_t>(offset + extent.outer * extent.ld), kNan);
  for (std::int64_t row = 0; row < extent.outer; ++row)
    for (std::int64_t i = 0; i < extent.inner; ++i)
      memory[static_cast<std::size_t>(offset + row * extent.ld + i)] = draw_element(random, dtype);
  return memory;
}

/// A thread's share of the device.
class Lane {
 public:
  Lane()
      : stream_(make_stream()),
        a_(kBytes),
        b_(kBytes),
        c_(kBytes),
        bias_(kBytes),
        scratch_(kScratchBytes),
        counters_(1 << 20) {
    check(cudaMemset(counters_.get(), 0, static_cast<std::size_t>(counters_.bytes())), "clear");
  }

  /// What is wrong; empty when nothing is.
  std::string run(Module& module, const GemmVariant& v, const Draw& draw, SplitMix64& random) {
    const GemmOperands& o = draw.operands;
    const auto a = draw_operand(random, o.dtype, kernels::extent_of_a(o), draw.offset_a);
    const auto b = draw_operand(random, o.dtype, kernels::extent_of_b(o), draw.offset_b);
    const auto bias = draw_operand(random, o.dtype, {1, o.shape.n, o.shape.n}, 0);
    const std::vector<std::uint16_t> untouched(static_cast<std::size_t>(draw.offset_c + o.shape.m * o.ldc + 64), kNan);
    write(a_, a);
    write(b_, b);
    write(bias_, bias);
    const auto launches = kernels::launches(v, o,
                                            {.a = a_.address() + 2 * bits(draw.offset_a),
                                             .b = b_.address() + 2 * bits(draw.offset_b),
                                             .c = c_.address() + 2 * bits(draw.offset_c),
                                             .bias = bias_.address(),
                                             .workspace = scratch_.address(),
                                             .counters = counters_.address()});
    check(cudaMemsetAsync(scratch_.get(), 0xff, static_cast<std::size_t>(kernels::scratch(v, o).workspace_bytes),
                          stream_.get()),
          "poison");
    const auto once = [&] {
      write(c_, untouched);
      for (const kernels::KernelLaunch& launch : launches) module.launch(launch, stream_.get());
      return read(c_, untouched.size());
    };
    const auto first = once();
    if (once() != first) return "not the same twice";
    const auto expected =
        kernels::reference_gemm(o, {std::span(a).subspan(static_cast<std::size_t>(draw.offset_a)),
                                    std::span(b).subspan(static_cast<std::size_t>(draw.offset_b)), bias});
    const auto c = std::span(first).subspan(static_cast<std::size_t>(draw.offset_c));
    if (const auto wrong = kernels::check_close(o, c, expected)) return to_text(*wrong);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const std::int64_t at = static_cast<std::int64_t>(i) - draw.offset_c;
      const bool inside = at >= 0 && at / o.ldc < o.shape.m && at % o.ldc < o.shape.n;
      if (!inside && first[i] != kNan) return fmt::format("element {} outside of C was written", at);
    }
    return "";
  }

 private:
  static std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

  void write(const DeviceMemory& to, const std::vector<std::uint16_t>& from) {
    if (static_cast<std::int64_t>(2 * from.size()) > to.bytes()) throw std::length_error("the draw is too large");
    check(cudaMemcpyAsync(to.get(), from.data(), 2 * from.size(), cudaMemcpyHostToDevice, stream_.get()), "write");
  }

  std::vector<std::uint16_t> read(const DeviceMemory& from, std::size_t count) {
    std::vector<std::uint16_t> to(count);
    check(cudaMemcpyAsync(to.data(), from.get(), 2 * count, cudaMemcpyDeviceToHost, stream_.get()), "read");
    check(cudaStreamSynchronize(stream_.get()), "run");
    return to;
  }

  Stream stream_;
  DeviceMemory a_, b_, c_, bias_, scratch_, counters_;
};

template <typename Body>
void in_threads(Body body) {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::clamp(std::thread::hardware_concurrency(), 1U, 16U); ++i) threads.emplace_back(body);
  for (std::thread& thread : threads) thread.join();
}

TEST(GpuDraws, of_random_gemms_and_variants_none_is_wrong) {
  NEEDS_GPU();
  const Nvrtc nvrtc;
  const int architecture = gpu::take_device(nvrtc);

  std::vector<GemmVariant> variants;
  SplitMix64 random(20);
  for (int i = 0; i < kVariants; ++i) variants.push_back(draw_variant(random));
  std::vector<std::optional<Module>> modules(kVariants);
  std::atomic<int> next_variant{0};
  in_threads([&] {
    for (int i = next_variant++; i < kVariants; i = next_variant++) {
      const auto at = static_cast<std::size_t>(i);
      const auto compiled =
          nvrtc.compile({std::string(kernels::kernel_source()), kernels::compile_options(variants[at], architecture)});
      if (const auto* const binary = std::get_if<Binary>(&compiled)) modules[at].emplace(binary->cubin);
    }
  });
  std::atomic<int> next_draw{0};
  std::atomic<int> wrong{0};
  std::atomic<int> done{0};
  in_threads([&] {
    Lane lane;  // neighbouring draws are of different variants, so that no two threads share a module
    for (int i = next_draw++; i < kDraws; i = next_draw++) {
      const auto at = static_cast<std::size_t>(i % kVariants);
      if (!modules[at]) continue;
      SplitMix64 of_draw(static_cast<std::uint64_t>(i) << 20);
      const GemmVariant& v = variants[at];
      const Draw draw = draw_gemm(of_draw, v);
      ++done;
      if (const std::string what = lane.run(*modules[at], v, draw, of_draw); !what.empty() && ++wrong <= 20)
        ADD_FAILURE() << gemm::to_text(draw.operands.shape) << " by " << gemm::to_text(v.tile) << " split " << v.split_k
                      << " stream " << v.stream_k << ", draw " << i << ": " << what;
    }
  });
  std::cout << done << " draws of " << kVariants << " variants, " << wrong << " wrong\n";
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(done, kDraws) << "variants that do not compile";
}

}  // namespace
}  // namespace tilewright::backends::cuda
