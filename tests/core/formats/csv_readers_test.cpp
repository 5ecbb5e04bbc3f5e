// Readers of CSV: TunableOp, the CUTLASS profiler, and what `tilewright tune` writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(TunableOp, ReadsValidatorsAndProblems) {
  const Reading reading = read_small("tunable_op.csv");
  EXPECT_THAT(refusals_of(reading), ElementsAre("it:6: 'tn_1280_two_2048' is not LAYOUT_M_N_K, with _ld_LDA_LDB_LDC or "
                                                "_B_BATCH behind"));
  ASSERT_THAT(reading.recordings, SizeIs(3));
  const Recording& first = reading.recordings[0];
  EXPECT_EQ(first.kernel, "GemmTunableOp_Half_TN");
  EXPECT_EQ(first.device, "gfx90a:sramecc+:xnack-");
  EXPECT_EQ(to_text(first.about), "PT_VERSION=2.6.0 GCN_ARCH_NAME=gfx90a:sramecc+:xnack-");
  EXPECT_EQ(to_text(first.problem), "layout=tn M=1280 N=231 K=2048");
  EXPECT_EQ(to_text(first.rows.at(0).config), "solution=Gemm_Rocblas_1140850965");
  EXPECT_THAT(first.rows[0].samples_ms, ElementsAre(0.0566224));
}

TEST(TunableOp, ReadsLeadingDimensionsAndBatches) {
  const Reading reading = read_small("tunable_op.csv");
  ASSERT_THAT(reading.recordings, SizeIs(3));
  EXPECT_EQ(to_text(reading.recordings[1].problem), "layout=nt M=16 N=32 K=64 lda=16 ldb=64 ldc=16");
  EXPECT_EQ(to_text(reading.recordings[2].problem), "layout=nn M=4 N=5 K=6 batch=3 lda=4 ldb=6 ldc=4");
}

TEST(TunableOp, ReadsWhatWasNotTimedAndWhatDidNotEnd) {
  const Reading reading = read_small("tunable_op.csv");
  ASSERT_THAT(reading.recordings, SizeIs(3));
  EXPECT_EQ(reading.recordings[1].rows.at(0).failure->kind, FailureKind::invalid_time);
  const Row& untimed = reading.recordings[2].rows.at(0);
  EXPECT_TRUE(untimed.samples_ms.empty() && !untimed.failure);
}

TEST(TunableOp, TakesTheValidatorsThatStandBeforeARow) {
  const Reading reading = read_text(
      "Validator,V,1\nTunableOp,nn_1_2_3,a,1\nValidator,V,2\nTunableOp,nn_1_2_4,a,1\nTunableOp,nn_1_2_3,a,x\n", "it");
  ASSERT_THAT(reading.recordings, SizeIs(2));
  EXPECT_EQ(to_text(reading.recordings[0].about), "V=1");
  EXPECT_EQ(to_text(reading.recordings[1].about), "V=2");
  EXPECT_THAT(refusals_of(reading), ElementsAre("it:5: its time is 'x'; a number is expected"));
}

TEST(CutlassProfiler, KeepsProblemsApart) {
  const Reading reading = read_small("cutlass_profiler.csv");
  EXPECT_THAT(refusals_of(reading), ElementsAre("it:5: it has 16 fields; the header has 20"));
  ASSERT_THAT(reading.recordings, SizeIs(2));
  EXPECT_EQ(to_text(reading.recordings[0].problem), "m=1024 n=1024 k=1024 A=f16:row B=f16:column");
  EXPECT_THAT(reading.recordings[0].rows, SizeIs(2));
  EXPECT_THAT(reading.recordings[1].rows, SizeIs(1));
}

TEST(CutlassProfiler, ReadsConfigsAndFacts) {
  const Reading reading = read_small("cutlass_profiler.csv");
  const Row& row = reading.recordings.at(0).rows.at(0);
  EXPECT_EQ(to_text(row.config), "Provider=CUTLASS Operation=gemm_128x128_align4 cta_m=128 cta_n=128 stages=2");
  EXPECT_EQ(to_text(row.facts), "min_cc=75 Bytes=8388608 Flops=2149580800 GiB/s=62.5 GFLOPs=17196.6");
  EXPECT_THAT(row.samples_ms, ElementsAre(0.125));
}

TEST(CutlassProfiler, NeverTakesTheTimeOfAFailedRow) {
  const Reading reading = read_small("cutlass_profiler.csv");
  const Row& row = reading.recordings.at(0).rows.at(1);
  EXPECT_EQ(row.failure->kind, FailureKind::launch);
  EXPECT_EQ(row.failure->text, "failed: internal");
  EXPECT_TRUE(row.samples_ms.empty() && !row.time_ms);
}

TEST(CutlassProfiler, ReadsColumnsByName) {
  const Reading reading = read_text(
      "Runtime (ms),Operation,Disposition,Status,OperationKind,new_argument\n1.5,op,not_verified,success,gemm,7\n",
      "it");
  const Recording recording = only_recording(reading);
  EXPECT_EQ(to_text(recording.problem), "new_argument=7");
  EXPECT_EQ(recording.rows.at(0).time_ms, 1.5);
}

TEST(CutlassProfiler, RefusesAnotherUnit) {
  EXPECT_THROW(static_cast<void>(read_text(
                   "Runtime (us),Operation,Disposition,Status,OperationKind\n1.5,op,passed,success,gemm\n", "it")),
               Error);
}

TEST(TuneCsv, ReadsTrials) {
  const Recording recording = only_recording(read_small("tune.csv"));
  EXPECT_THAT(recording.parameters, ElementsAre("BM", "order", "unroll"));
  ASSERT_THAT(recording.rows, SizeIs(3));
  EXPECT_EQ(to_text(recording.rows[0].config), "BM=128 order=row, col unroll=true");
  EXPECT_THAT(recording.rows[0].samples_ms, ElementsAre(0.25));
  EXPECT_EQ(to_text(recording.rows[0].facts),
            "predicted_ms=0.0625 smem_bytes=49152 registers=168 samples=3 p20_ms=0.175 p80_ms=0.325");
  EXPECT_EQ(recording.rows[1].failure->kind, FailureKind::compile);
  EXPECT_EQ(recording.rows[1].failure->text, "error: \"x\" is\nnot declared");
  EXPECT_TRUE(recording.rows[2].samples_ms.empty() && !recording.rows[2].failure);
  EXPECT_EQ(recording.rows[2].line, 5U);
}

}  // namespace
}  // namespace tilewright::formats
