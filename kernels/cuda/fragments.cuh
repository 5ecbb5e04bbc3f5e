// Fragments of one mma step

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
