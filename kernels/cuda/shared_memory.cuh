// Shared memory: rows of 16-byte chunks, permuted so that the same chunk of 8 neighbouring rows hits all banks.

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
