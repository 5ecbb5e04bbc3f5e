// Epilogue: 16 rows of a warp at a time go through shared memory, so that a row leaves in 16-byte stores.

INLINE float widen(u16 x) {
  float result;
  if constexpr (TEXT(ELEMENT)[0] == 'b')
    asm("{ .reg .b32 t; mov.b32 t, {0, %1}; mov.b32 %0, t; }" : "=f"(result) : "h"(x));
  else
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(x));
  return result;
}

INLINE u32 narrow(float low, float high) {
  u32 result;
  asm("cvt.rn." TEXT(ELEMENT) "x2.f32 %0, %1, %2;" : "=r"(result) : "f"(high), "f"(low));
  return result;
}

INLINE float activate(float x) {
#if RELU
  return x < 0 ? 0 : x;  // keeps NaN
#elif GELU
  // 0.5 x (1 + tanh(u)) = x / (1 + exp(-2 u)), u = sqrt(2 / pi) (x + 0.044715 x^3): no cancellation for negative x.
  const float minus_2u_log2e = x * (-2.302208198f - 0.1029432397f * x * x);
  float power, result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(minus_2u_log2e));
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(1.0f + power));
  return x * result;
#else
  return x;
#endif
}

// C as a CTA sees it.
struct Output {
  u16* c;
  i64 ldc, m, n;
  const u16* bias;
};

// 8 neighbours of a row, from shared memory. One path at a time is kept small: it costs little time, but compiling does.
INLINE void store_chunk(u32 from, const Output& out, i64 row, i64 column, bool aligned) {
  if (row >= out.m || column >= out.n) return;
  u16* const to = out.c + row * out.ldc + column;
  if (aligned && column + 8 <= out.n) {
    u32 words[4];
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(from)
                 : "memory");
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]),
                 "r"(words[3])
                 : "memory");
    return;
  }
#pragma unroll 1
  for (int i = 0; i < 8 && column + i < out.n; ++i) {
    u16 element;
    asm volatile("ld.shared.u16 %0, [%1];" : "=h"(element) : "r"(from + i * 2) : "memory");
    to[i] = element;
  }
}

// 16 rows of the warp, through its own part of shared memory.
INLINE void write_rows(const float (&sums)[kTilesN][4], const float (&shift)[kTilesN][2], u32 rows, const Output& out,
                       i64 row, i64 column, bool aligned) {
  constexpr int kRowBytes = kWarpN * 2;
  const u32 lane = threadIdx.x % 32;
#pragma unroll
  for (int j = 0; j < kTilesN * 2; ++j) {
    const float* v = sums[j / 2] + j % 2 * 2;
    const u32 word = narrow(activate(v[0] + shift[j / 2][0]), activate(v[1] + shift[j / 2][1]));
    const u32 to = rows + chunk_offset<kRowBytes>(lane / 4 + j % 2 * 8, j / 2) + lane % 4 * 4;
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(to), "r"(word) : "memory");
  }
  __syncwarp();
  constexpr int kAtOnce = kFewAccumulators ? 4 : 1;  // chunks; more take longer to compile
#pragma unroll kAtOnce
  for (u32 chunk = lane; chunk < 16 * kTilesN; chunk += 32)
    store_chunk(rows + chunk_offset<kRowBytes>(chunk / kTilesN, chunk % kTilesN), out, row + chunk / kTilesN,
                column + chunk % kTilesN * 8, aligned);
  __syncwarp();
}

INLINE void write_tile(const Accumulators& acc, u32 shared, const Output& out, i64 row, i64 column) {
  const bool aligned = ((reinterpret_cast<i64>(out.c) | out.ldc * 2) & 15) == 0;
  const u32 rows = shared + threadIdx.x / 32 * (16 * kWarpN * 2);
  float shift[kTilesN][2] = {};
#if BIAS
#pragma unroll
  for (int j = 0; j < kTilesN * 2; ++j) {
    const i64 at = column + j / 2 * 8 + threadIdx.x % 4 * 2 + j % 2;
    if (at < out.n) shift[j / 2][j % 2] = widen(out.bias[at]);
  }
#endif
#pragma unroll
  for (int i = 0; i < kTilesM; ++i) write_rows(acc[i], shift, rows, out, row + i * 16, column, aligned);
}
