// Readers of JSON with a few fields each: KTT, triton.autotune, Google Benchmark, and what `tilewright tune` writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(Ktt, ReadsTheTimeUnit) {
  const Recording recording = only_recording(read_small("ktt.json"));
  EXPECT_EQ(recording.kernel, "add_kernel");
  EXPECT_EQ(recording.device, "Some GPU");
  ASSERT_THAT(recording.rows, SizeIs(2));
  EXPECT_EQ(to_text(recording.rows[0].config), "tile=8");
  EXPECT_THAT(recording.rows[0].samples_ms, ElementsAre(0.0965));
  EXPECT_EQ(to_text(recording.rows[0].facts), "overhead_ms=1.5 registers=24 sectors.sum=12.0");
  EXPECT_EQ(recording.rows[1].failure->kind, FailureKind::compile);
}

TEST(Ktt, RefusesAFileOfAnUnknownUnit) {
  std::string text = test::bytes_of(test::data_file("formats/ktt.json"));
  text.replace(text.find("Microseconds"), 12, "Fortnights");
  EXPECT_THROW(static_cast<void>(read_text(text, "it")), Error);
}

TEST(TritonAutotune, ReadsQuantiles) {
  const Recording recording = only_recording(read_small("triton_autotune.json"));
  EXPECT_EQ(to_text(recording.problem), R"(key=[4096,4096,4096,"torch.float16","torch.float16"])");
  ASSERT_THAT(recording.rows, SizeIs(3));
  EXPECT_EQ(to_text(recording.rows[0].config), "BLOCK_M=128 BLOCK_N=256 num_warps=8 num_ctas=1 num_stages=3");
  EXPECT_EQ(recording.rows[0].time_ms, 0.5);
  EXPECT_THAT(recording.rows[0].samples_ms, ElementsAre(0.5));
  EXPECT_EQ(to_text(recording.rows[0].facts), "p20_ms=0.45 p80_ms=0.75");
  EXPECT_EQ(recording.rows[2].failure->kind, FailureKind::invalid_time);
  EXPECT_EQ(recording.rows[2].failure->text, "a time is inf");
}

TEST(GoogleBenchmark, ReadsTheUnitOfEveryRow) {
  const Reading reading = read_small("google_benchmark.json");
  EXPECT_THAT(refusals_of(reading),
              ElementsAre("it:10: field 'time_unit' is 'lightyears'; it should be ns, us, ms or s"));
  const Recording& recording = reading.recordings.at(0);
  EXPECT_EQ(to_text(recording.about), "date=2024-01-01T00:00:00 num_cpus=4 mhz_per_cpu=4228");
  ASSERT_THAT(recording.rows, SizeIs(3));
  EXPECT_EQ(to_text(recording.rows[0].config), "name=BM_Old");
  EXPECT_THAT(recording.rows[0].samples_ms, ElementsAre(42));
  EXPECT_THAT(recording.rows[0].series, ElementsAre(Series{"cpu_time_ms", {24}}));
}

TEST(GoogleBenchmark, TakesRepetitionsAsSamples) {
  const Reading reading = read_small("google_benchmark.json");
  ASSERT_THAT(reading.recordings.at(0).rows, SizeIs(3));
  const Row& twice = reading.recordings[0].rows[1];
  EXPECT_EQ(to_text(twice.config), "name=BM_Twice");
  EXPECT_THAT(twice.samples_ms, ElementsAre(2, 3));
  EXPECT_EQ(twice.time_ms, 2.5);
  EXPECT_EQ(reading.recordings[0].rows[2].failure->text, "no device");
}

TEST(TuneJson, ReadsTrials) {
  const Recording recording = only_recording(read_small("tune.json"));
  EXPECT_EQ(recording.format, Format::tilewright_json);
  EXPECT_EQ(recording.kernel, "gemm");
  EXPECT_EQ(recording.device, "rtx3070");
  EXPECT_EQ(to_text(recording.problem), "M=1024 N=1024 K=64 dtype=fp16");
  EXPECT_EQ(to_text(recording.about), "backend=fake_measure seed=3 noise_sigma=0.03");
  ASSERT_THAT(recording.rows, SizeIs(3));
  EXPECT_THAT(recording.rows[0].samples_ms, ElementsAre(0.25, 0.125, 0.375));
  EXPECT_EQ(to_text(recording.rows[0].facts), "predicted_ms=0.0625 smem_bytes=49152 registers=168");
  EXPECT_EQ(recording.rows[1].failure->kind, FailureKind::timeout);
  EXPECT_EQ(recording.rows[1].failure->text, "did not end in 5 s");
  EXPECT_TRUE(recording.rows[2].samples_ms.empty() && !recording.rows[2].failure);
}

}  // namespace
}  // namespace tilewright::formats
