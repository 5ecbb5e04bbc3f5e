// Shares of the work along K. The CTA that hands in the last part of a tile adds them, in order of K whatever the
// order of arrival.

struct Segment {
  u32 tile, begin, end;  // k tiles [begin, end) of a tile of C
};

#if SPLIT
constexpr i64 kPartFloats = BM * BN;

// The k tiles of one tile of C (split-K), or of all of them in a row (stream-K), are a span: it is divided evenly among
// `parts` CTAs, which begin at multiples of span / parts, rounded down. The host keeps parts * span within 32 bits.
struct Share {
  u32 parts, span, k_tiles;
  u32 unit, part;  // of this CTA: which span, and which part of it

  INLINE Share(i64 of_parts, i64 of_span, u32 k_tiles)
      : parts(static_cast<u32>(of_parts)), span(static_cast<u32>(of_span)), k_tiles(k_tiles) {
    const u32 units = gridDim.x / parts;
    unit = blockIdx.x % units;  // the same part of all spans first: these share operands in the L2
    part = blockIdx.x / units;
  }

  INLINE u32 begin_of(u32 part) const { return part * span / parts; }
  INLINE u32 part_at(u32 step) const { return ((step + 1) * parts - 1) / span; }

  INLINE Segment segment_at(u32 step) const {
    const u32 in_span = step / k_tiles, first = in_span * k_tiles, left = end() - first;
    return {unit * (span / k_tiles) + in_span, step - first, left < k_tiles ? left : k_tiles};
  }

  INLINE u32 begin() const { return begin_of(part); }
  INLINE u32 end() const { return begin_of(part + 1); }
  INLINE bool is_whole(const Segment& s) const { return s.end - s.begin == k_tiles; }
};

// Where the parts lie that CTAs make of the tile whose k tiles begin at `tile_begin` of the span. A CTA makes at most
// two parts of tiles: of the one in which it begins, and of another that it begins and that lies apart.
struct Parts {
  u32 first;
  float* of_first;
  float* of_others;

  INLINE Parts(const Share& share, u32 tile_begin, float* workspace) : first(share.part_at(tile_begin)) {
    of_others = workspace + static_cast<i64>(share.unit * share.parts) * kPartFloats + threadIdx.x * 4;
    const u32 apart = share.begin_of(first) < tile_begin ? gridDim.x : 0;
    of_first = of_others + static_cast<i64>(apart + first) * kPartFloats;
  }

  INLINE float* of(u32 part) const { return part == first ? of_first : of_others + part * kPartFloats; }
};

INLINE void write_part(const Accumulators& c, float* part) {
#pragma unroll
  for (int i = 0; i < kTilesM * kTilesN; ++i) {
    const float* v = c[i / kTilesN][i % kTilesN];
    asm volatile("st.global.cg.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(part + i * kThreads * 4), "f"(v[0]), "f"(v[1]),
                 "f"(v[2]), "f"(v[3])
                 : "memory");
  }
}

// A row of a warp's mma tiles.
INLINE void add_row(float (&row)[kTilesN][4], const float* part) {
#pragma unroll
  for (int j = 0; j < kTilesN; ++j) {
    float v[4];
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
                 : "l"(part + j * kThreads * 4));
#pragma unroll
    for (int e = 0; e < 4; ++e) row[j][e] += v[e];
  }
}

// Counts an arrival. Whether it was the last of `expected`, to all threads; the count is then zero again for the next
// launch.
INLINE bool is_last(u32* arrived, u32 expected, u32 shared) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    u32 before;
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(before) : "l"(arrived) : "memory");
    if (before == expected - 1) asm volatile("st.global.u32 [%0], 0;" ::"l"(arrived) : "memory");
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(shared), "r"(before) : "memory");
  }
  __syncthreads();
  u32 before;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(before) : "r"(shared) : "memory");
  __threadfence();
  __syncthreads();  // what comes next writes where the count stood
  return before == expected - 1;
}

// Hands in this CTA's part of a tile. When it is the last one, `c` becomes the tile's sum.
INLINE bool complete(Accumulators& c, const Share& share, const Segment& mine, float* workspace, u32* arrived,
                     u32 shared) {
  const u32 tile_begin = mine.tile * share.k_tiles - share.unit * share.span;
  const Parts parts(share, tile_begin, workspace);
  const u32 last = share.part_at(tile_begin + share.k_tiles - 1);
  write_part(c, parts.of(share.part));
  if (!is_last(arrived + mine.tile, last - parts.first + 1, shared)) return false;
  constexpr int kAtOnce = kTilesN < 16 ? 16 / kTilesN : 1;  // parts whose loads are in flight together
#pragma unroll
  for (int i = 0; i < kTilesM; ++i) {  // row by row: all at once would take more registers than there are
#pragma unroll
    for (int j = 0; j < kTilesN * 4; ++j) c[i][j / 4][j % 4] = 0;
#pragma unroll kAtOnce
    for (u32 part = parts.first; part <= last; ++part) add_row(c[i], parts.of(part) + i * kTilesN * kThreads * 4);
  }
  return true;
}
#endif
