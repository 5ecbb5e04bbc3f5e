// One operand on its way from memory to the stages. "Inner" is the dimension that is contiguous in memory, in shared
// memory too. What lies outside the operand is zero.
template <int kOuter, int kInner, int kPiece, bool kInnerIsK>
struct Loader {
  static constexpr int kRowChunks = kInner / 8;
  static constexpr int kRowsPerPass = kThreads / kRowChunks;
  static constexpr int kPasses = kOuter > kRowsPerPass ? kOuter / kRowsPerPass : 1;

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

  static INLINE constexpr int first_pass(int part) { return part * kPasses / kRequests; }

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
    if (part == kRequests - 1) {
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
