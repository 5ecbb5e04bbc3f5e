#include "kernels/ptx_counts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tilewright::kernels {
namespace {

using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

constexpr const char* kPtx = R"(
//
// mma.sync in a comment; ld.global.u32 %r1, [%rd1];
.version 9.0
.target sm_86
.extern .shared .align 1024 .b8 shared_memory[];
.visible .entry gemm(
	.param .u64 gemm_param_0
)
.maxntid 128, 1, 1
{
	.reg .b32 	%r<9>;
	ld.param.u64 	%rd1, [gemm_param_0];
	/* ldmatrix; */
	@%p1 bra 	$L__BB0_2;
$L__BB0_2: @!%p2 ld.global.nc.u16 	%rs1, [%rd1+2];
	cp.async.cg.shared.global [%r1], [%rd1], 16, %r2;
	cp.async.ca.shared.global [%r1], [%rd1], 4, %r2;
	cp.async.commit_group;
	cp.async.wait_group 1;
	bar.sync 	0;
	ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r3, %r4, %r5, %r6}, [%r1];
	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r3, %r4, %r5, %r6}, {%r7, %r8}, {%f1, %f2, %f3, %f4};
	{ .reg .b32 t; mov.b32 t, {0, %rs1}; mov.b32 %f1, t; }
	ld.global.cg.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];
	st.shared.u32 [%r1], %r2;
	st.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r4};
	st.global.u16 	[%rd1], %rs1;
	st.local.f32 	[%rd1], %f1;
	ret;
}
.visible .entry second()
{
	ret;
})";

TEST(PtxCounts, CountsEachKindOfInstruction) {
  EXPECT_THAT(count_instructions(kPtx),
              UnorderedElementsAre(Pair("mma", 1), Pair("ldmatrix", 1), Pair("barrier", 1), Pair("cp.async 16", 1),
                                   Pair("cp.async 4", 1), Pair("ld.global 2", 1), Pair("ld.global 16", 1),
                                   Pair("st.shared 4", 1), Pair("st.global 16", 1), Pair("st.global 2", 1),
                                   Pair("st.local 4", 1),
                                   // ld.param, bra, commit_group, wait_group, two mov, two ret
                                   Pair("other", 8)));
}

TEST(PtxCounts, OneInstruction) {
  EXPECT_EQ(instruction_kind("ld.volatile.shared.v2.b64 {%rd1, %rd2}, [%r1]"), "ld.shared 16");
  EXPECT_EQ(instruction_kind("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%f1}, %rd1, %rd2"), "wgmma");
  EXPECT_EQ(instruction_kind("cp.async.bulk.tensor.2d.shared::cluster.global.tile [%r1], [%rd1, {%r2, %r3}], [%r4]"),
            "other");
  EXPECT_EQ(instruction_kind("ret"), "other");
}

TEST(PtxCounts, WhatIsNotPtxHasNoInstructions) {
  EXPECT_THAT(count_instructions(""), IsEmpty());
  EXPECT_THAT(count_instructions("  \n\t"), IsEmpty());
  EXPECT_THAT(count_instructions("// only a comment"), IsEmpty());
  EXPECT_THAT(count_instructions("/* never closed mma.sync;"), IsEmpty());
  EXPECT_THAT(count_instructions(".version 9.0"), IsEmpty());
}

}  // namespace
}  // namespace tilewright::kernels
