// The kernel itself: where a CTA works, the loop along K, the end.

// Rows of tiles in groups of `group_rows`, down first: CTAs that run together share operands in the L2.
struct Place {
  i64 m, n;  // first row and column of C
};

INLINE Place place_of(u32 tile, i64 m, i64 n, i64 rows_of_group) {
  const u32 tiles_m = static_cast<u32>((m + BM - 1) / BM), tiles_n = static_cast<u32>((n + BN - 1) / BN);
  const u32 group_rows = static_cast<u32>(rows_of_group);
  const u32 group = tile / (group_rows * tiles_n), in_group = tile % (group_rows * tiles_n);
  const u32 rows_left = tiles_m - group * group_rows;
  const u32 rows = rows_left < group_rows ? rows_left : group_rows;
  return {static_cast<i64>(group * group_rows + in_group % rows) * BM, static_cast<i64>(in_group / rows) * BN};
}

template <int kPending>
INLINE void wait_for_stages() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
  __syncthreads();
}

INLINE void request_part(LoaderA& a, LoaderB& b, u32 stage, int part) {
  a.request(stage, part);
  b.request(stage + kBytesA, part);
  if (part == kRequests - 1) asm volatile("cp.async.commit_group;" ::: "memory");
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
    for (int part = 0; part < kRequests; ++part) {
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
      if (step < kRequests) request_part(a, b, write, step);
      multiply(acc, fragments[step % 2]);
      if (step < kRequests) store_part(a, b, write, step);
    }
  }
}

// A CTA makes one tile of C; with SPLIT, its share of the work.
extern "C" __global__ void __launch_bounds__(kThreads, 1)
    gemm(const char* a, const char* b, u16* c, const u16* bias, float* workspace, u32* arrived, i64 m, i64 n, i64 k,
         i64 lda, i64 ldb, i64 ldc, i64 group_rows, i64 parts, i64 span) {
  extern __shared__ __align__(1024) char shared_memory[];
  const u32 shared = static_cast<u32>(__cvta_generic_to_shared(shared_memory));
  const u32 warp = threadIdx.x / 32, warp_m = warp / kWarpsN * kWarpM, warp_n = warp % kWarpsN * kWarpN;
  const u32 k_tiles = static_cast<u32>((k + BK - 1) / BK);
#if SPLIT
  const Share share(parts, span, k_tiles);
  u32 step = share.begin();
  while (step < share.end()) {
    const Segment segment = share.segment_at(step);
    step += segment.end - segment.begin;
#else
  const Segment segment{blockIdx.x, 0, k_tiles};
  {
#endif
    const Place place = place_of(segment.tile, m, n, group_rows);
    const i64 k_begin = static_cast<i64>(segment.begin) * BK, k_last = static_cast<i64>(segment.end) * BK;
    const i64 k_end = k_last < k ? k_last : k;
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
    Accumulators acc = {};
    accumulate(acc, load_a, load_b, shared, static_cast<int>(segment.end - segment.begin), warp_m, warp_n);
    wait_for_stages<0>();
#if SPLIT
    if (!share.is_whole(segment) && !complete(acc, share, segment, workspace, arrived, shared)) continue;
#endif
    write_tile(acc, shared, {c, ldc, m, n, bias}, place.m + warp_m, place.n + warp_n);
#if SPLIT
    __syncthreads();  // the next tile's stages come where this one's rows went out
#endif
  }
}
