// Copy of misaligned operands, both in one launch, to rows that begin at multiples of 16 bytes.

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
