#include "backends/cuda/worker/operand_sets.hpp"

#include <algorithm>

namespace tilewright::backends::cuda {
namespace {

constexpr std::int64_t kAlignment = 256;  // cudaMalloc's
constexpr std::int64_t kGuardBytes = 4096;
constexpr int kMostSets = 64;
constexpr int kPoison = 0xff;

std::int64_t round_up(std::int64_t value, std::int64_t to) { return (value + to - 1) / to * to; }

/// The first place from `from` on, past a guard, that is a multiple of `alignment` and of nothing larger.
std::int64_t aligned(std::int64_t from, std::int64_t alignment) {
  return round_up(from + kGuardBytes, kAlignment) + (alignment < kAlignment ? alignment : 0);
}

std::int64_t bytes_of(const kernels::Extent& extent) { return 2 * extent.outer * extent.ld; }

std::uint64_t unsigned_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }

}  // namespace

Placement place(const kernels::GemmOperands& o) {
  Placement p;
  p.a = aligned(0, o.a_alignment_bytes);
  p.b = aligned(p.a + bytes_of(kernels::extent_of_a(o)), o.b_alignment_bytes);
  p.bias = aligned(p.b + bytes_of(kernels::extent_of_b(o)), kAlignment);
  p.c = aligned(p.bias + 2 * o.shape.n, kAlignment);
  p.c_end = round_up(p.c + 2 * ((o.shape.m - 1) * o.ldc + o.shape.n), 4);
  p.bytes = round_up(p.c + 2 * o.shape.m * o.ldc + kGuardBytes, kAlignment);
  return p;
}

int sets_needed(const Placement& placement, std::int64_t l2_bytes, std::int64_t free_bytes) {
  const std::int64_t wanted = (2 * l2_bytes + placement.bytes - 1) / placement.bytes;
  const std::int64_t fitting = free_bytes / 2 / placement.bytes;
  return static_cast<int>(std::clamp<std::int64_t>(std::min(wanted, fitting), 1, kMostSets));
}

OperandSets::OperandSets(const kernels::GemmOperands& operands, int sets, std::uint64_t seed, Helpers& helpers,
                         cudaStream_t stream)
    : operands_(operands),
      placement_(place(operands)),
      count_(sets),
      seed_(seed),
      helpers_(helpers),
      stream_(stream),
      memory_(placement_.bytes * sets) {
  restore();
}

kernels::GemmAddresses OperandSets::addresses(int set) const {
  const std::uint64_t base = memory_.address() + unsigned_of(placement_.bytes * set);
  return {.a = base + unsigned_of(placement_.a),
          .b = base + unsigned_of(placement_.b),
          .c = base + unsigned_of(placement_.c),
          .bias = base + unsigned_of(placement_.bias)};
}

void OperandSets::restore() {
  check(cudaMemsetAsync(memory_.get(), kPoison, static_cast<std::size_t>(memory_.bytes()), stream_), "fill operands");
  const kernels::GemmAddresses first = addresses(0);
  // Seeds far apart: the three share no number.
  helpers_.fill(first.a, kernels::extent_of_a(operands_), 3 * seed_ << 40, operands_.dtype);
  helpers_.fill(first.b, kernels::extent_of_b(operands_), (3 * seed_ + 1) << 40, operands_.dtype);
  helpers_.fill(first.bias, {1, operands_.shape.n, operands_.shape.n}, (3 * seed_ + 2) << 40, operands_.dtype);
  for (int set = 1; set < count_; ++set)
    check(cudaMemcpyAsync(pointer(memory_.address() + unsigned_of(placement_.bytes * set)), memory_.get(),
                          static_cast<std::size_t>(placement_.bytes), cudaMemcpyDeviceToDevice, stream_),
          "copy operands");
  hash_ = hash();
}

void OperandSets::poison_output(int set) {
  const kernels::GemmAddresses to = addresses(set);
  check(cudaMemsetAsync(pointer(to.c), kPoison, static_cast<std::size_t>(placement_.bytes - placement_.c), stream_),
        "poison the output");
}

bool OperandSets::changed() { return hash() != hash_; }

std::uint64_t OperandSets::hash() {
  return helpers_.hash(memory_.address(), placement_.c) +
         31 * helpers_.hash(memory_.address() + unsigned_of(placement_.c_end), placement_.bytes - placement_.c_end);
}

}  // namespace tilewright::backends::cuda
