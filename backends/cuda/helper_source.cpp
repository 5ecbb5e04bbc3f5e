#include "backends/cuda/helper_source.hpp"

#include <fmt/format.h>

namespace tilewright::backends::cuda {
namespace {

constexpr const char* kSource = R"cuda(
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define GRID_STRIDE(i, count)                                                                     \
  for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < (count); i += (i64)gridDim.x * blockDim.x)

const u16 kPoison = 0xffff;  // NaN in both types; what cudaMemset leaves

__device__ u64 mix(u64 x) {  // the finalizer of SplitMix64
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

__device__ u16 narrow(float x, i64 bf16) {
  u16 bits;
  if (bf16)
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  else
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
}

__device__ float widen(u16 bits, i64 bf16) {
  float x;
  if (bf16)
    x = __uint_as_float((u32)bits << 16);
  else
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
}

// Uniform in [-1, 1); what lies between the rows is poison, which a kernel that reads it spreads.
extern "C" __global__ void fill(u16* to, i64 outer, i64 inner, i64 ld, u64 seed, i64 bf16) {
  GRID_STRIDE(i, outer * ld) {
    const i64 row = i / ld, column = i % ld;
    const i64 random = (i64)(mix(seed + (u64)(row * inner + column) * 0x9e3779b97f4a7c15ull) >> 40) - (1 << 23);
    to[i] = column < inner ? narrow((float)random * (1.0f / (1 << 23)), bf16) : kPoison;
  }
}

extern "C" __global__ void absolute(const u16* from, u16* to, i64 count) {
  GRID_STRIDE(i, count) to[i] = from[i] & 0x7fff;
}

// value[r][c] = sum over k of a * b, and magnitude of |a| * |b|, in fp32. Sums of 16 products are added up, so that the
// error grows with K / 16. One thread makes one element: slow, for machines without the library.
extern "C" __global__ void multiply(const u16* a, i64 a_row, i64 a_k, const u16* b, i64 b_k, i64 b_column, float* value,
                                    float* magnitude, i64 m, i64 n, i64 k, i64 bf16) {
  __shared__ float tile_a[16][17], tile_b[16][17];
  const i64 tiles_n = (n + 15) / 16;
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  for (i64 tile = blockIdx.x; tile < (m + 15) / 16 * tiles_n; tile += gridDim.x) {
    const i64 row = tile / tiles_n * 16 + y, column = tile % tiles_n * 16 + x;
    float sum = 0, size = 0;
    for (i64 first = 0; first < k; first += 16) {
      tile_a[y][x] = row < m && first + x < k ? widen(a[row * a_row + (first + x) * a_k], bf16) : 0.0f;
      tile_b[y][x] = column < n && first + y < k ? widen(b[(first + y) * b_k + column * b_column], bf16) : 0.0f;
      __syncthreads();
      float part = 0, part_size = 0;
      for (int i = 0; i < 16; ++i) {
        part += tile_a[y][i] * tile_b[i][x];
        part_size += fabsf(tile_a[y][i] * tile_b[i][x]);
      }
      sum += part;
      size += part_size;
      __syncthreads();
    }
    if (row < m && column < n) {
      value[row * n + column] = sum;
      magnitude[row * n + column] = size;
    }
  }
}

// The epilogue, on sums and magnitudes: activation is 0 none, 1 ReLU, 2 GELU in its tanh form.
extern "C" __global__ void finish(float* value, float* magnitude, const u16* bias, i64 m, i64 n, i64 activation,
                                  i64 bf16) {
  GRID_STRIDE(i, m * n) {
    const float shift = widen(bias[i % n], bf16), x = value[i] + shift;
    magnitude[i] += fabsf(shift);
    const float gelu = x / (1.0f + expf(-1.5957691216f * (x + 0.044715f * x * x * x)));
    value[i] = activation == 1 ? (x < 0 ? 0 : x) : activation == 2 ? gelu : x;
  }
}

// error_ratio of kernels/check_close.cpp for one element.
__device__ double error_ratio(double actual, double value, double magnitude, double relative, double of_magnitude,
                              double absolute, double overflow) {
  const double never = __longlong_as_double(0x7ff0000000000000ll);
  if (actual != actual || value != value) return never;
  if (fabs(value) == never) return actual == value ? 0 : never;
  const double allowed = relative * fabs(value) + of_magnitude * magnitude + absolute;
  if (fabs(actual) == never) return (actual < 0) == (value < 0) && fabs(value) + allowed >= overflow ? 0 : never;
  return fabs(actual - value) / allowed;
}

// found[0]: wrong elements; found[1]: the first of them; found[2]: largest ratio of all, as the bits of a float;
// found[3]: elements that were written between the rows, or in the 8 places after the last one.
extern "C" __global__ void check(const u16* c, const float* value, const float* magnitude, i64 m, i64 n, i64 ldc,
                                 double relative, double of_magnitude, double absolute, double overflow, i64 bf16,
                                 u64* found) {
  u64 wrong = 0, outside = 0, first = ~0ull;
  float worst = 0;
  GRID_STRIDE(i, (m - 1) * ldc + n + 8) {
    const i64 row = i / ldc, column = i % ldc;
    if (row >= m || column >= n) {
      outside += c[i] != kPoison;
      continue;
    }
    const i64 at = row * n + column;
    const double ratio =
        error_ratio(widen(c[i], bf16), value[at], magnitude[at], relative, of_magnitude, absolute, overflow);
    worst = fmaxf(worst, (float)ratio);
    if (!(ratio <= 1)) {
      ++wrong;
      if ((u64)at < first) first = at;
    }
  }
  if (wrong > 0) {
    atomicAdd(found, wrong);
    atomicMin(found + 1, first);
  }
  if (outside > 0) atomicAdd(found + 3, outside);
  for (int step = 16; step > 0; step /= 2) worst = fmaxf(worst, __shfl_xor_sync(~0u, worst, step));
  if (threadIdx.x % 32 == 0) atomicMax((u32*)(found + 2), __float_as_uint(worst));
}

// Leaves what it reads in the L2, as it is in memory: nothing has to be written back when it makes room.
extern "C" __global__ void touch(const uint4* from, i64 count) {
  GRID_STRIDE(i, count) {
    uint4 x;
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x.x), "=r"(x.y), "=r"(x.z), "=r"(x.w) : "l"(from + i));
  }
}

// Adds a hash of the words and of their places to *sum.
extern "C" __global__ void hash(const u32* words, i64 count, u64* sum) {
  u64 mine = 0;
  GRID_STRIDE(i, count) mine += mix(words[i] + ((u64)i << 32) * 0x9e3779b97f4a7c15ull);
  for (int step = 16; step > 0; step /= 2) mine += __shfl_xor_sync(~0u, mine, step);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}
)cuda";

}  // namespace

CompileJob helper_job(int architecture) {
  return {kSource, {fmt::format("--gpu-architecture=sm_{}", architecture), "--std=c++17"}};
}

}  // namespace tilewright::backends::cuda
