#include "kernels/variant.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/gemm/wave_model.hpp"
#include "kernels/launch.hpp"
#include "kernels/source.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::kernels {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

Config config(std::int64_t bm, std::int64_t bn, std::int64_t bk, std::int64_t warps, std::int64_t stages) {
  return {{"BM", bm}, {"BN", bn}, {"BK", bk}, {"num_warps", warps}, {"num_stages", stages}};
}

TEST(GemmVariant, TakesWhatTheConfigSaysAndDefaultsElsewhere) {
  const GemmOperands o = packed_operands({1000, 1000, 4095});
  const GemmVariant plain = gemm_variant(config(128, 64, 32, 4, 3), o);
  EXPECT_EQ(plain.group_size_m, 8);
  EXPECT_EQ(plain.split_k, 1);
  EXPECT_EQ(plain.stream_k, 0);
  EXPECT_EQ(plain.load, Load::copy);
  const GemmVariant v = gemm_variant({{"BM", 128},
                                      {"BN", 64},
                                      {"BK", 32},
                                      {"num_warps", 4},
                                      {"num_stages", 3},
                                      {"GROUP_SIZE_M", 4},
                                      {"split_k", 2},
                                      {"load", std::string("direct")}},
                                     o);
  EXPECT_EQ(v.group_size_m, 4);
  EXPECT_EQ(v.split_k, 2);
  EXPECT_EQ(v.load, Load::direct);
  EXPECT_EQ(v.a_piece_bytes, 2);   // rows of 4095
  EXPECT_EQ(v.b_piece_bytes, 16);  // rows of 1000
}

TEST(GemmVariant, AlignedOperandsAreNeverCopied) {
  const GemmOperands o = packed_operands({64, 64, 64});
  EXPECT_EQ(gemm_variant(config(64, 64, 32, 4, 2), o).load, Load::direct);
  EXPECT_EQ(cuda_gemm_space(o, 132).find("load"), nullptr);
  EXPECT_NE(cuda_gemm_space(packed_operands({64, 64, 63}), 132).find("load"), nullptr);
}

TEST(GemmVariant, RefusesTilesThatTheKernelDoesNotHave) {
  const GemmOperands o = packed_operands({64, 64, 64});
  for (const Config& c : {config(8, 64, 32, 4, 2), config(48, 64, 32, 4, 2), config(64, 64, 16, 4, 2),
                          config(64, 64, 32, 3, 2), config(16, 32, 32, 8, 2), config(64, 64, 32, 4, 1)})
    EXPECT_ERROR(static_cast<void>(gemm_variant(c, o)), ErrorKind::bad_argument, HasSubstr("has no tile"));
  EXPECT_ERROR(static_cast<void>(gemm_variant(
                   {{"BM", 64}, {"BN", 64}, {"BK", 32}, {"num_warps", 4}, {"num_stages", 2}, {"split_k", 0}}, o)),
               ErrorKind::bad_argument, HasSubstr("'split_k' is 0"));
  EXPECT_ERROR(
      static_cast<void>(gemm_variant(
          {{"BM", 64}, {"BN", 64}, {"BK", 32}, {"num_warps", 4}, {"num_stages", 2}, {"split_k", 2}, {"stream_k", 46}},
          o)),
      ErrorKind::bad_argument, HasSubstr("split_k 2 and stream_k 46 at once"));
  EXPECT_ERROR(static_cast<void>(parse_load("fast")), ErrorKind::bad_argument, HasSubstr("direct, copy"));
}

TEST(Operands, AlignmentIsTheLeastOfAddressAndRows) {
  GemmOperands o = packed_operands({64, 64, 64});
  EXPECT_EQ(aligned_bytes_of_a(o), 16);
  o.lda = 68;
  EXPECT_EQ(aligned_bytes_of_a(o), 8);
  o.a_alignment_bytes = 4;
  EXPECT_EQ(aligned_bytes_of_a(o), 4);
  o.lda = 65;
  EXPECT_EQ(aligned_bytes_of_a(o), 2);
  o.shape.m = 1;  // one row has no next
  EXPECT_EQ(aligned_bytes_of_a(o), 4);
}

TEST(Operands, BadOnesAreRefused) {
  GemmOperands o = packed_operands({64, 32, 16});
  EXPECT_NO_THROW(check(o));
  o.ldb = 31;
  EXPECT_ERROR(check(o), ErrorKind::bad_argument, HasSubstr("leading dimension 31 of B is less than its 32"));
  o = packed_operands({64, 32, 16});
  o.a_alignment_bytes = 6;
  EXPECT_ERROR(check(o), ErrorKind::bad_argument, HasSubstr("alignment of A is 6 bytes"));
  o.shape.k = 0;
  EXPECT_THROW(check(o), Error);
}

TEST(CompileOptions, NameTheArchitectureAndEveryMacro) {
  const GemmOperands o =
      packed_operands({64, 64, 64}, gemm::Dtype::bf16, Layout::column_major, Layout::row_major, Epilogue::bias_gelu);
  const auto options = compile_options(gemm_variant(config(64, 128, 32, 4, 3), o), 86);
  for (const char* option :
       {"--gpu-architecture=sm_86", "-DBM=64", "-DBN=128", "-DWARPS_M=2", "-DELEMENT=bf16", "-DA_K_CONTIGUOUS=0",
        "-DB_K_CONTIGUOUS=0", "-DBIAS=1", "-DRELU=0", "-DGELU=1", "-DSPLIT=0", "-DCOPY=0"})
    EXPECT_THAT(options, Contains(std::string(option)));
}

TEST(CompileOptions, AreTheSameForAnyNumberOfSharesAndAnyRaster) {
  const GemmOperands o = packed_operands({64, 64, 512});
  GemmVariant split = gemm_variant(config(64, 128, 32, 4, 3), o);
  const auto whole = compile_options(split, 86);
  split.split_k = 2;
  GemmVariant stream = split;
  stream.split_k = 1;
  stream.stream_k = 46;
  stream.group_size_m = 1;
  EXPECT_EQ(compile_options(split, 86), compile_options(stream, 86));
  EXPECT_NE(compile_options(split, 86), whole);
}

TEST(KernelSource, NeedsNoHeader) {
  EXPECT_THAT(std::string(kernel_source()), HasSubstr("mma.sync"));
  EXPECT_THAT(std::string(kernel_source()), Not(HasSubstr("#include")));
}

TEST(Launches, OneLaunchForAlignedOperands) {
  const GemmOperands o = packed_operands({300, 200, 64});
  GemmVariant v = gemm_variant(config(128, 64, 32, 4, 3), o);
  v.split_k = 2;
  const auto all = launches(v, o, {.a = 1, .b = 2, .c = 3, .bias = 4, .workspace = 5, .counters = 6});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].entry, "gemm");
  EXPECT_EQ(all[0].grid.x, 3U * 4U * 2U);
  EXPECT_EQ(all[0].grid.y, 1U);
  EXPECT_EQ(all[0].block.x, 128U);
  EXPECT_EQ(all[0].shared_bytes, (128 + 64) * 32 * 2 * 3);
  EXPECT_EQ(all[0].arguments, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 300, 200, 64, 64, 200, 200, 8, 2, 2}));
  EXPECT_EQ(scratch(v, o).workspace_bytes, 12 * 2 * 128 * 64 * 4);
  EXPECT_EQ(scratch(v, o).counter_bytes, 12 * 4);
}

TEST(Launches, SplitKHasNoMorePartsThanSteps) {
  const GemmOperands o = packed_operands({300, 200, 72});
  GemmVariant v = gemm_variant(config(128, 64, 32, 4, 3), o);
  v.split_k = 16;
  const auto all = launches(v, o, {});
  EXPECT_EQ(all[0].grid.x, 3U * 4U * 3U);
  EXPECT_EQ(all[0].arguments[13], 3U);
  EXPECT_EQ(all[0].arguments[14], 3U);
}

TEST(Launches, StreamKDividesAllStepsOfAllTiles) {
  const GemmOperands o = packed_operands({300, 200, 64});
  GemmVariant v = gemm_variant(config(128, 64, 32, 4, 3), o);
  v.stream_k = 10;
  EXPECT_EQ(launches(v, o, {})[0].grid.x, 10U);
  EXPECT_EQ(launches(v, o, {})[0].arguments[13], 10U);
  EXPECT_EQ(launches(v, o, {})[0].arguments[14], 12U * 2U);
  EXPECT_EQ(scratch(v, o).workspace_bytes, 2 * 10 * 128 * 64 * 4);
  EXPECT_EQ(scratch(v, o).counter_bytes, 12 * 4);
  v.stream_k = 1000;
  EXPECT_EQ(launches(v, o, {})[0].grid.x, 24U);
  const GemmOperands large = packed_operands({1 << 20, 1 << 20, 4096});
  EXPECT_ERROR(static_cast<void>(launches(v, large, {})), ErrorKind::bad_argument, HasSubstr("too many to divide"));
}

TEST(Launches, MisalignedOperandsAreCopiedFirst) {
  const GemmOperands o = packed_operands({1000, 1000, 4095});
  const auto all = launches(gemm_variant(config(128, 64, 32, 4, 3), o), o, {.a = 1, .b = 2, .workspace = 4096});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].entry, "align_operands");
  EXPECT_EQ(all[0].grid.x, 2000U);  // two blocks a row of A; B is aligned
  EXPECT_EQ(all[0].arguments,
            (std::vector<std::uint64_t>{1, 4096, 1000, 4095, 4095, 4096, 2, 4096 + 8192000, 0, 0, 0, 0}));
  EXPECT_EQ(all[1].arguments[0], 4096U);
  EXPECT_EQ(all[1].arguments[1], 2U);
  EXPECT_EQ(all[1].arguments[9], 4096U);
}

TEST(Launches, ASingleRowIsSteppedOverInAlignedSteps) {
  const GemmOperands o = packed_operands({1, 64, 4095});
  const auto all = launches(gemm_variant(config(16, 64, 32, 4, 3), o), o, {});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].arguments[9], 4096U);
}

TEST(Launches, SizesOf32BitsAndMore) {
  const GemmOperands o = packed_operands({40960, 128256, 64});
  const auto all = launches(gemm_variant(config(128, 128, 32, 4, 3), o), o, {});
  EXPECT_EQ(all[0].grid.x, 320U * 1002U);
  const GemmOperands huge = packed_operands({2147483647, 2147483647, 1});
  EXPECT_ERROR(static_cast<void>(launches(gemm_variant(config(128, 128, 32, 4, 3), huge), huge, {})),
               ErrorKind::bad_argument, HasSubstr("more than a grid's"));
}

RC_GTEST_PROP(Space, EveryConfigOfTheCudaSpaceIsAVariant, ()) {
  const auto size = [] { return static_cast<std::int64_t>(*rc::gen::inRange(1, 600)); };
  const GemmOperands o = packed_operands({size(), size(), size()});
  const Space space = cuda_gemm_space(o, 132);
  const ConfigIndex index = *rc::gen::inRange<ConfigIndex>(0, space.product_size());
  const Config c = space.at(index);
  if (!space.satisfies_constraints(c)) return;
  const GemmVariant v = gemm_variant(c, o);
  RC_ASSERT(v.split_k <= gemm::ceil_div(o.shape.k, v.tile.bk));
  RC_ASSERT(!launches(v, o, {}).empty());
}

TEST(Space, StreamsWhereWholeTilesLeaveSmsIdle) {
  const auto streams = [](const gemm::GemmShape& shape, std::int64_t bm, std::int64_t bn, std::int64_t ctas) {
    const Config c{{"BM", bm},        {"BN", bn},          {"BK", 64},     {"num_warps", 8},
                   {"num_stages", 3}, {"GROUP_SIZE_M", 1}, {"split_k", 1}, {"stream_k", ctas}};
    return cuda_gemm_space(packed_operands(shape), 132).satisfies_constraints(c);
  };
  EXPECT_TRUE(streams({64, 14336, 4096}, 64, 128, 132));     // 112 tiles
  EXPECT_FALSE(streams({4096, 4096, 4096}, 128, 256, 132));  // 512 tiles: 3.88 of 4 rounds
  EXPECT_FALSE(streams({132 * 64, 64, 4096}, 64, 64, 132));  // a tile each
}

TEST(Space, HasTheReferenceRunsConfigs) {
  const Space space = cuda_gemm_space(packed_operands({4096, 4096, 4096}), 46);
  gemm::reference_space().for_each([&](ConfigIndex, const Config& c) {
    for (const std::string& name : c.names()) {
      const Parameter* parameter = space.find(name);
      ASSERT_NE(parameter, nullptr);
      EXPECT_THAT(parameter->values, Contains(c.at(name)));
    }
  });
}

}  // namespace
}  // namespace tilewright::kernels
