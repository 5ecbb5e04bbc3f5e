// C = epilogue(A * B) for sm_80 and later: mma.sync.m16n8k16 fed by ldmatrix from a ring of cp.async stages.
//
// Compiled at run time, so it includes nothing; every parameter is a macro, given by compile_options() in source.cpp:
//   BM, BN, BK, NUM_WARPS, NUM_STAGES   the tile; WARPS_M of the warps lie along M
//   GROUP_SIZE_M, SPLIT_K               raster, and CTAs that share one tile of C
//   A_K_CONTIGUOUS, B_K_CONTIGUOUS      1 when neighbours along K are neighbours in memory
//   A_PIECE_BYTES, B_PIECE_BYTES        16, 8, 4: widest cp.async that the operand's alignment allows; 2: registers
//   ELEMENT                             f16 or bf16
//   BIAS, RELU, GELU                    parts of the epilogue, 0 or 1
// Every kernel parameter has 8 bytes.

typedef unsigned int u32;
typedef unsigned short u16;
typedef long long i64;

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define INLINE __device__ __forceinline__

constexpr int kThreads = 32 * NUM_WARPS;
constexpr int kWarpsN = NUM_WARPS / WARPS_M;
constexpr int kWarpM = BM / WARPS_M;
constexpr int kWarpN = BN / kWarpsN;
constexpr int kTilesM = kWarpM / 16;  // mma tiles of a warp
constexpr int kTilesN = kWarpN / 8;
constexpr int kSteps = BK / 16;  // mma steps of a stage
constexpr u32 kBytesA = BM * BK * 2;
constexpr u32 kStageBytes = (BM + BN) * BK * 2;
static_assert(kTilesM >= 1 && kTilesN >= 1 && (kTilesN == 1 || kTilesN % 2 == 0) && kSteps % 2 == 0, "tile too small");

// ---- Shared memory: rows of 16-byte chunks, permuted so that the same chunk of 8 neighbouring rows hits all banks.

template <int kRowBytes>
INLINE constexpr u32 permutation(u32 row) {
  return kRowBytes >= 128 ? row & 7 : kRowBytes == 64 ? (row >> 1) & 3 : kRowBytes == 32 ? (row >> 2) & 1 : 0;
}

template <int kRowBytes>
INLINE constexpr u32 chunk_offset(u32 row, u32 chunk) {
  return row * kRowBytes + ((chunk ^ permutation<kRowBytes>(row)) << 4);
}

template <int kBytes>
INLINE void copy_async(u32 to, const char* from, int bytes) {
  if constexpr (kBytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(kBytes), "r"(bytes)
                 : "memory");
}

INLINE int clamp(int x, int high) { return x < 0 ? 0 : x < high ? x : high; }

// One operand on its way from memory to the stages. "Inner" is the dimension that is contiguous in memory, in shared
// memory too. What lies outside the operand is zero.
template <int kOuter, int kInner, int kPiece, bool kInnerIsK>
struct Loader {
  static constexpr int kRowChunks = kInner / 8;
  static constexpr int kRowsPerPass = kThreads / kRowChunks;
  static constexpr int kPasses = kOuter > kRowsPerPass ? kOuter / kRowsPerPass : 1;
  static constexpr int kParts = kSteps - 1;  // a stage is requested in parts, between mma steps

  const char* from;  // this thread's next chunk
  i64 pass_bytes, rewind_bytes;
  int outer_left, inner_left;  // elements from that chunk to the operand's end
  u32 to;                      // within the stage
  u16 held[kPiece == 2 ? kPasses : 1][8];

  INLINE Loader(const char* base, i64 ld, i64 outer, i64 inner, i64 outer_end, i64 inner_end) {
    const int row = threadIdx.x / kRowChunks, chunk = threadIdx.x % kRowChunks;
    from = base + ((outer + row) * ld + inner + chunk * 8) * 2;
    pass_bytes = kRowsPerPass * ld * 2;
    rewind_bytes = (kInnerIsK ? BK : BK * ld) * 2 - kPasses * pass_bytes;
    outer_left = static_cast<int>(outer_end - outer) - row;
    inner_left = static_cast<int>(inner_end - inner) - chunk * 8;
    to = chunk_offset<kInner * 2>(row, chunk);
  }

  static INLINE constexpr int first_pass(int part) { return part * kPasses / kParts; }

  // With more threads than chunks some have nothing to do.
  INLINE bool takes_part() const { return kRowsPerPass <= kOuter || threadIdx.x / kRowChunks < kOuter; }

  INLINE u32 target(u32 stage, int pass) const {
    const u32 row = pass * kRowsPerPass;
    return stage + (to ^ (permutation<kInner * 2>(row) << 4)) + row * kInner * 2;
  }

  INLINE void request(u32 stage, int part) {
    const int inner_bytes = clamp(inner_left, 8) * 2;
#pragma unroll
    for (int pass = first_pass(part); pass < first_pass(part + 1); ++pass) {
      const int bytes = outer_left > pass * kRowsPerPass ? inner_bytes : 0;
      if (!takes_part()) continue;
      if constexpr (kPiece == 2) {
#pragma unroll
        for (int i = 0; i < 8; ++i) {
          held[pass][i] = 0;
          if (i * 2 < bytes) asm volatile("ld.global.nc.u16 %0, [%1];" : "=h"(held[pass][i]) : "l"(from + i * 2));
        }
      } else {
#pragma unroll
        for (int i = 0; i < 16; i += kPiece)
          copy_async<kPiece>(target(stage, pass) + i, from + i, kPiece == 16 ? bytes : clamp(bytes - i, kPiece));
      }
      from += pass_bytes;
    }
    if (part == kParts - 1) {
      from += rewind_bytes;
      (kInnerIsK ? inner_left : outer_left) -= BK;
    }
  }

  // The second half of a request through registers.
  INLINE void store(u32 stage, int part) const {
    if constexpr (kPiece == 2) {
      if (!takes_part()) return;
#pragma unroll
      for (int pass = first_pass(part); pass < first_pass(part + 1); ++pass) {
        u32 words[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) words[i] = held[pass][2 * i] | static_cast<u32>(held[pass][2 * i + 1]) << 16;
        asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(target(stage, pass)), "r"(words[0]),
                     "r"(words[1]), "r"(words[2]), "r"(words[3])
                     : "memory");
      }
    }
  }
};

#if A_K_CONTIGUOUS
using LoaderA = Loader<BM, BK, A_PIECE_BYTES, true>;
#else
using LoaderA = Loader<BK, BM, A_PIECE_BYTES, false>;
#endif
#if B_K_CONTIGUOUS
using LoaderB = Loader<BN, BK, B_PIECE_BYTES, true>;
#else
using LoaderB = Loader<BK, BN, B_PIECE_BYTES, false>;
#endif

// ---- Fragments of one mma step

struct Fragments {
  u32 a[kTilesM][4];
  u32 b[kTilesN][2];
};

template <bool kTransposed>
INLINE void load_matrices(u32 from, u32& r0, u32& r1, u32& r2, u32& r3) {
  if constexpr (kTransposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
                 : "r"(from));
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
                 : "r"(from));
}

template <bool kTransposed>
INLINE void load_matrices(u32 from, u32& r0, u32& r1) {
  if constexpr (kTransposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(from));
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(from));
}

// Where a lane's row of the first 16 x 16 block lies. The other blocks of the warp, and the other steps, are an XOR
// away along a row and a constant away across rows: neither touches the bits of the other.
template <int kInner, bool kInnerIsK>
INLINE u32 fragment_offset(u32 first, u32 row_in_block, u32 chunk_in_block) {
  return kInnerIsK ? chunk_offset<kInner * 2>(first + row_in_block, chunk_in_block)
                   : chunk_offset<kInner * 2>(row_in_block, first / 8 + chunk_in_block);
}

template <int kInner, bool kInnerIsK>
INLINE u32 block_offset(u32 origin, int block, int step) {
  return kInnerIsK ? (origin ^ (step * 32)) + block * 16 * kInner * 2 : (origin ^ (block * 32)) + step * 16 * kInner * 2;
}

INLINE void load_fragments(Fragments& f, u32 stage, u32 offset_a, u32 offset_b, int step) {
  constexpr int kInnerA = A_K_CONTIGUOUS ? BK : BM, kInnerB = B_K_CONTIGUOUS ? BK : BN;
#pragma unroll
  for (int i = 0; i < kTilesM; ++i)
    load_matrices<!A_K_CONTIGUOUS>(stage + block_offset<kInnerA, A_K_CONTIGUOUS>(offset_a, i, step), f.a[i][0],
                                   f.a[i][1], f.a[i][2], f.a[i][3]);
#pragma unroll
  for (int j = 0; j < kTilesN; j += 2) {
    const u32 from = stage + kBytesA + block_offset<kInnerB, B_K_CONTIGUOUS>(offset_b, j / 2, step);
    if constexpr (kTilesN == 1)
      load_matrices<!B_K_CONTIGUOUS>(from, f.b[j][0], f.b[j][1]);
    else
      load_matrices<!B_K_CONTIGUOUS>(from, f.b[j][0], f.b[j][1], f.b[j + 1][0], f.b[j + 1][1]);
  }
}

using Accumulators = float[kTilesM][kTilesN][4];

INLINE void multiply(Accumulators& c, const Fragments& f) {
#pragma unroll
  for (int i = 0; i < kTilesM; ++i)
#pragma unroll
    for (int jj = 0; jj < kTilesN; ++jj) {
      const int j = i % 2 ? kTilesN - 1 - jj : jj;  // back and forth: neighbours share an operand
      asm("mma.sync.aligned.m16n8k16.row.col.f32." TEXT(ELEMENT) "." TEXT(ELEMENT) ".f32 "
          "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(c[i][j][0]), "+f"(c[i][j][1]), "+f"(c[i][j][2]), "+f"(c[i][j][3])
          : "r"(f.a[i][0]), "r"(f.a[i][1]), "r"(f.a[i][2]), "r"(f.a[i][3]), "r"(f.b[j][0]), "r"(f.b[j][1]));
    }
}

// ---- Where a CTA works

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

// ---- Split-K: the CTA that arrives last adds the parts, in order of K whatever the order of arrival.

#if SPLIT_K > 1
INLINE bool gather_parts(Accumulators& c, const Place& place, float* workspace, u32* arrived, u32 shared) {
  constexpr i64 kPartFloats = BM * BN;
  constexpr int kPartsAtOnce = kTilesM * kTilesN <= 8 ? SPLIT_K : 1;
  float* const parts = workspace + (static_cast<i64>(place.tile) * SPLIT_K * kPartFloats + threadIdx.x * 4);
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
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(before) : "l"(arrived + place.tile) : "memory");
    // Left at zero for the next launch.
    if (before == SPLIT_K - 1) asm volatile("st.global.u32 [%0], 0;" ::"l"(arrived + place.tile) : "memory");
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(shared), "r"(before) : "memory");
  }
  __syncthreads();
  u32 before;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(before) : "r"(shared) : "memory");
  if (before != SPLIT_K - 1) return false;
  __threadfence();
  __syncthreads();  // the flag's place is written again by the epilogue
#pragma unroll(kPartsAtOnce)
  for (int part = 0; part < SPLIT_K; ++part)
#pragma unroll
    for (int i = 0; i < kTilesM * kTilesN; ++i) {
      float v[4];
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                   : "l"(parts + part * kPartFloats + i * kThreads * 4));
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        float& sum = c[i / kTilesN][i % kTilesN][e];
        sum = part == 0 ? v[e] : sum + v[e];
      }
    }
  return true;
}
#endif

// ---- Epilogue: 16 rows of a warp at a time go through shared memory, so that a row leaves in 16-byte stores.

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

INLINE void store_rows(u32 from, u16* c, i64 ldc, i64 m, i64 n, i64 row, i64 column, bool aligned) {
  if (row >= m || column >= n) return;
  u32 words[4];
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(from)
               : "memory");
  u16* const to = c + row * ldc + column;
  if (aligned && column + 8 <= n) {
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]),
                 "r"(words[3])
                 : "memory");
    return;
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
    if (column + i < n) to[i] = static_cast<u16>(words[i / 2] >> i % 2 * 16);
}

INLINE void write_tile(const Accumulators& acc, u32 shared, u16* c, i64 ldc, i64 m, i64 n, i64 row, i64 column,
                       const u16* bias) {
  constexpr int kRowBytes = kWarpN * 2;
  const u32 lane = threadIdx.x % 32;
  const bool aligned = ((reinterpret_cast<i64>(c) | ldc * 2) & 15) == 0;
  const u32 rows = shared + threadIdx.x / 32 * (16 * kRowBytes);
  float shift[kTilesN][2] = {};
#if BIAS
#pragma unroll
  for (int j = 0; j < kTilesN * 2; ++j) {
    const i64 at = column + j / 2 * 8 + lane % 4 * 2 + j % 2;
    if (at < n) shift[j / 2][j % 2] = widen(bias[at]);
  }
#endif
#pragma unroll
  for (int i = 0; i < kTilesM; ++i) {
#pragma unroll
    for (int j = 0; j < kTilesN * 2; ++j) {
      const float* v = acc[i][j / 2] + j % 2 * 2;
      const u32 word = narrow(activate(v[0] + shift[j / 2][0]), activate(v[1] + shift[j / 2][1]));
      const u32 to = rows + chunk_offset<kRowBytes>(lane / 4 + j % 2 * 8, j / 2) + lane % 4 * 4;
      asm volatile("st.shared.u32 [%0], %1;" ::"r"(to), "r"(word) : "memory");
    }
    __syncwarp();
#pragma unroll
    for (int chunk = lane; chunk < 16 * kTilesN; chunk += 32)
      store_rows(rows + chunk_offset<kRowBytes>(chunk / kTilesN, chunk % kTilesN), c, ldc, m, n,
                 row + i * 16 + chunk / kTilesN, column + chunk % kTilesN * 8, aligned);
    __syncwarp();
  }
}

// ---- The kernel

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

extern "C" __global__ void __launch_bounds__(kThreads)
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

#if SPLIT_K > 1
  if (!gather_parts(acc, place, workspace, arrived, shared)) return;
#endif
  write_tile(acc, shared, c, ldc, m, n, place.m + warp_m, place.n + warp_n, bias);
}

// ---- Copy of misaligned operands, both in one launch, to rows that begin at multiples of 16 bytes.

#if COPY
constexpr int kCopyThreads = 256;
constexpr int kCopyPairs = 4;  // pairs of elements a thread
constexpr i64 kCopyBlock = kCopyThreads * kCopyPairs * 2;

INLINE void copy_block(const u16* from, u32* to, i64 inner, i64 ld_from, i64 ld_to, i64 block) {
  const i64 per_row = (inner + kCopyBlock - 1) / kCopyBlock;
  const i64 row = block / per_row, first = block % per_row * kCopyBlock + threadIdx.x * 2;
  from += row * ld_from;
  u16 pair[kCopyPairs][2] = {};
#pragma unroll
  for (int i = 0; i < kCopyPairs * 2; ++i) {
    const i64 at = first + i / 2 * kCopyThreads * 2 + i % 2;
    if (at < inner) pair[i / 2][i % 2] = from[at];
  }
#pragma unroll
  for (int i = 0; i < kCopyPairs; ++i) {
    const i64 at = first + i * kCopyThreads * 2;
    if (at < inner) to[(row * ld_to + at) / 2] = pair[i][0] | static_cast<u32>(pair[i][1]) << 16;
  }
}

extern "C" __global__ void __launch_bounds__(kCopyThreads)
    align_operands(const u16* a, u32* a_to, i64 a_outer, i64 a_inner, i64 lda, i64 lda_to, const u16* b, u32* b_to,
                   i64 b_outer, i64 b_inner, i64 ldb, i64 ldb_to) {
  const i64 blocks_a = a_outer * ((a_inner + kCopyBlock - 1) / kCopyBlock);
  const i64 blocks = blocks_a + b_outer * ((b_inner + kCopyBlock - 1) / kCopyBlock);
  for (i64 block = blockIdx.x; block < blocks; block += gridDim.x)
    if (block < blocks_a)
      copy_block(a, a_to, a_inner, lda, lda_to, block);
    else
      copy_block(b, b_to, b_inner, ldb, ldb_to, block - blocks_a);
}
#endif
