// The kernel itself: where a CTA works, the loop along K, the end.

struct Place {
  u32 tile;
  i64 m, n;  // first row and column of C
};

// Rows of tiles in groups of GROUP_SIZE_M, down first: CTAs that run together share operands in the L2.
INLINE Place place_of(u32 tile, i64 m, i64 n) {
  const u32 tiles_m = static_cast<u32>((m + BM - 1) / BM), tiles_n = static_cast<u32>((n + BN - 1) / BN);
  const u32 group = tile / (GROUP_SIZE_M * tiles_n), in_group = tile % (GROUP_SIZE_M * tiles_n);
  const u32 rows_left = tiles_m - group * GROUP_SIZE_M;
  const u32 rows = rows_left < GROUP_SIZE_M ? rows_left : GROUP_SIZE_M;
  return {tile, static_cast<i64>(group * GROUP_SIZE_M + in_group % rows) * BM, static_cast<i64>(in_group / rows) * BN};
}

template <int kPending>
INLINE void wait_for_stages() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
  __syncthreads();
}

INLINE void request_part(LoaderA& a, LoaderB& b, u32 stage, int part) {
  a.request(stage, part);
  b.request(stage + kBytesA, part);
  if (part == kSteps - 2) asm volatile("cp.async.commit_group;" ::: "memory");
}

INLINE void store_part(const LoaderA& a, const LoaderB& b, u32 stage, int part) {
  a.store(stage, part);
  b.store(stage + kBytesA, part);
}

INLINE void accumulate(Accumulators& acc, LoaderA& a, LoaderB& b, u32 shared, int k_tiles, u32 warp_m, u32 warp_n) {
  const u32 lane = threadIdx.x % 32, low = lane % 8, middle = lane / 8 % 2, high = lane / 16;
  const u32 offset_a = A_K_CONTIGUOUS ? fragment_offset<BK, true>(warp_m, low + middle * 8, high)
                                      : fragment_offset<BM, false>(warp_m, low + high * 8, middle);
  const u32 pair = kTilesN == 1 ? 0 : high;  // the second half of x4 is the next 8 columns
  const u32 offset_b = B_K_CONTIGUOUS ? fragment_offset<BK, true>(warp_n, low + pair * 8, middle)
                                      : fragment_offset<BN, false>(warp_n, low + middle * 8, pair);
  const u32 end = shared + NUM_STAGES * kStageBytes;
  u32 write = shared;
#pragma unroll 1
  for (int stage = 0; stage < NUM_STAGES - 1; ++stage, write += kStageBytes)
#pragma unroll
    for (int part = 0; part < kSteps - 1; ++part) {
      request_part(a, b, write, part);
      store_part(a, b, write, part);
    }
  wait_for_stages<NUM_STAGES - 2>();

  u32 read = shared;
  Fragments fragments[2];
  load_fragments(fragments[0], read, offset_a, offset_b, 0);
#pragma unroll 1
  for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
      if (step == kSteps - 1) {
        wait_for_stages<NUM_STAGES - 2>();
        read = read + kStageBytes == end ? shared : read + kStageBytes;
        write = write + kStageBytes == end ? shared : write + kStageBytes;
      }
      load_fragments(fragments[(step + 1) % 2], read, offset_a, offset_b, (step + 1) % kSteps);
      if (step < kSteps - 1) request_part(a, b, write, step);
      multiply(acc, fragments[step % 2]);
      if (step < kSteps - 1) store_part(a, b, write, step);
    }
  }
}

extern "C" __global__ void __launch_bounds__(kThreads, 1)
    gemm(const char* a, const char* b, u16* c, const u16* bias, float* workspace, u32* arrived, i64 m, i64 n, i64 k,
         i64 lda, i64 ldb, i64 ldc) {
  extern __shared__ __align__(1024) char shared_memory[];
  const u32 shared = static_cast<u32>(__cvta_generic_to_shared(shared_memory));
  const Place place = place_of(blockIdx.x, m, n);

  const i64 all_k_tiles = (k + BK - 1) / BK, part_tiles = (all_k_tiles + SPLIT_K - 1) / SPLIT_K;
  const i64 k_begin = SPLIT_K == 1 ? 0 : blockIdx.y * part_tiles * BK;
  const i64 k_last = SPLIT_K == 1 ? k : k_begin + part_tiles * BK, k_end = k_last < k ? k_last : k;
  const int k_tiles = k_end > k_begin ? static_cast<int>((k_end - k_begin + BK - 1) / BK) : 0;

#if A_K_CONTIGUOUS
  LoaderA load_a(a, lda, place.m, k_begin, m, k_end);
#else
  LoaderA load_a(a, lda, k_begin, place.m, k_end, m);
#endif
#if B_K_CONTIGUOUS
  LoaderB load_b(b, ldb, place.n, k_begin, n, k_end);
#else
  LoaderB load_b(b, ldb, k_begin, place.n, k_end, n);
#endif

  const u32 warp = threadIdx.x / 32, warp_m = warp / kWarpsN * kWarpM, warp_n = warp % kWarpsN * kWarpN;
  Accumulators acc = {};
  accumulate(acc, load_a, load_b, shared, k_tiles, warp_m, warp_n);
  wait_for_stages<0>();

  float* parts = workspace;
#if SPLIT_K > 1
  parts += static_cast<i64>(place.tile) * SPLIT_K * kPartFloats + threadIdx.x * 4;
  if (!hand_in(acc, place.tile, parts, arrived, shared)) return;
#endif
  write_tile(acc, parts, shared, {c, ldc, m, n, bias}, place.m + warp_m, place.n + warp_n);
}
