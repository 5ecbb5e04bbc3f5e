// Split-K: the CTA that arrives last adds the parts, in order of K whatever the order of arrival.

#if SPLIT_K > 1
constexpr i64 kPartFloats = BM * BN;

// Leaves this CTA's part in the workspace. Whether it is the last one of its tile.
INLINE bool hand_in(const Accumulators& c, u32 tile, float* parts, u32* arrived, u32 shared) {
  float* const mine = parts + blockIdx.y * kPartFloats;
#pragma unroll
  for (int i = 0; i < kTilesM * kTilesN; ++i) {
    const float* v = c[i / kTilesN][i % kTilesN];
    asm volatile("st.global.cg.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(mine + i * kThreads * 4), "f"(v[0]), "f"(v[1]),
                 "f"(v[2]), "f"(v[3])
                 : "memory");
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    u32 before;
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(before) : "l"(arrived + tile) : "memory");
    // Left at zero for the next launch.
    if (before == SPLIT_K - 1) asm volatile("st.global.u32 [%0], 0;" ::"l"(arrived + tile) : "memory");
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(shared), "r"(before) : "memory");
  }
  __syncthreads();
  u32 before;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(before) : "r"(shared) : "memory");
  __threadfence();
  __syncthreads();  // the epilogue writes where the count stood
  return before == SPLIT_K - 1;
}

// Row `i` of a warp's mma tiles, summed over the parts.
INLINE void sum_parts(float (&sum)[kTilesN][4], const float* parts, int i) {
  constexpr int kFit = 16 / kTilesN > 1 ? 16 / kTilesN : 1;  // parts whose loads are in flight together
  constexpr int kAtOnce = kFit < SPLIT_K ? kFit : SPLIT_K;
  parts += i * kTilesN * kThreads * 4;
#pragma unroll
  for (int j = 0; j < kTilesN * 4; ++j) sum[j / 4][j % 4] = 0;
#pragma unroll(kAtOnce)
  for (int part = 0; part < SPLIT_K; ++part, parts += kPartFloats)
#pragma unroll
    for (int j = 0; j < kTilesN; ++j) {
      float v[4];
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                   : "l"(parts + j * kThreads * 4));
#pragma unroll
      for (int e = 0; e < 4; ++e) sum[j][e] += v[e];
    }
}
#endif
