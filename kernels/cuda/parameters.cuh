// C = epilogue(A * B) for sm_80 and later: mma.sync.m16n8k16 fed by ldmatrix from a ring of cp.async stages.
//
// Compiled at run time from the files of this folder, joined in the order that CMakeLists.txt gives, so nothing is
// included. Every parameter is a macro, given by compile_options() in source.cpp:
//   BM, BN, BK, NUM_WARPS, NUM_STAGES   the tile; WARPS_M of the warps lie along M
//   SPLIT                               1 when several CTAs may share one tile of C
//   A_K_CONTIGUOUS, B_K_CONTIGUOUS      1 when neighbours along K are neighbours in memory
//   A_PIECE_BYTES, B_PIECE_BYTES        16, 8, 4: widest cp.async that the operand's alignment allows; 2: registers
//   ELEMENT                             f16 or bf16
//   BIAS, RELU, GELU                    parts of the epilogue, 0 or 1
//   COPY                                1 to make align_operands too
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
constexpr bool kFewAccumulators = kTilesM * kTilesN * 4 < 128;  // registers are left to have more in flight
// A stage is requested all at once, so that it is on its way as long as can be: on an H200 that takes 3 to 5 % off. With
// many accumulators it adds as much: there it is requested in parts, between the mma steps.
constexpr int kRequests = kFewAccumulators ? 1 : kSteps - 1;
constexpr u32 kBytesA = BM * BK * 2;
constexpr u32 kStageBytes = (BM + BN) * BK * 2;
static_assert(kTilesM >= 1 && kTilesN >= 1 && (kTilesN == 1 || kTilesN % 2 == 0) && kSteps % 2 == 0, "tile too small");
