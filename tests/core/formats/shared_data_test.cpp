// Real files of other tools, with the figures that are known of them. Skipped where the files are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "core/formats/lint.hpp"
#include "core/formats/nsight_compute.hpp"
#include "core/formats/read.hpp"
#include "core/formats/write.hpp"
#include "core/stats/quantile.hpp"
#include "core/stats/summary.hpp"
#include "tests/core/formats/recordings.hpp"
#include "tests/support/data.hpp"
#include "tests/support/relative.hpp"

#define SHARED_FILE_OR_SKIP(path, name)                            \
  const auto path = test::shared_file(name);                       \
  if (!(path))                                                     \
  GTEST_SKIP() << "there is no " << (name) << " in ../shared/data" \
               << "; set TILEWRIGHT_SHARED_DATA to where it is"

namespace tilewright::formats {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

double mean_of(const Row& row) { return stats::mean(row.samples_ms); }
double median_of(const Row& row) { return stats::quantile(row.samples_ms, 0.5); }
double minimum_of(const Row& row) { return *std::ranges::min_element(row.samples_ms); }

/// The row with the least of a figure.
template <typename Figure>
const Row& best(const Recording& recording, Figure figure) {
  const auto value = [&](const Row& row) {
    return row.samples_ms.empty() ? std::numeric_limits<double>::infinity() : figure(row);
  };
  return *std::ranges::min_element(recording.rows, {}, value);
}

TEST(SharedData, KernelTunerSmall) {
  SHARED_FILE_OR_SKIP(path, "kerneltuner_small.json");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 15U);
  EXPECT_EQ(recording.device, "NVIDIA RTX A4000");
  EXPECT_EQ(to_text(recording.problem), "problem_size=100");
  EXPECT_EQ(best(recording, mean_of).config.integer("block_size_x"), 768);
  EXPECT_REL(mean_of(best(recording, mean_of)), 0.0317577, 1e-5);
  EXPECT_EQ(best(recording, median_of).config.integer("block_size_x"), 896);
  EXPECT_REL(median_of(best(recording, median_of)), 0.0250240, 1e-5);
  EXPECT_EQ(best(recording, minimum_of).config.integer("block_size_x"), 768);
  EXPECT_REL(minimum_of(best(recording, minimum_of)), 0.0236800, 1e-5);
  EXPECT_THAT(lint(recording), testing::ElementsAre(HasSubstr("15 of 15 configs have a first sample that looks cold")));
}

TEST(SharedData, KernelTunerOpenWithComma) {
  SHARED_FILE_OR_SKIP(path, "kerneltuner_open_with_comma.json");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 2U);
  EXPECT_EQ(to_text(best(recording, mean_of).config), "block_size_x=16 block_size_y=1");
  EXPECT_REL(mean_of(best(recording, mean_of)), 3.8753279, 1e-7);
}

TEST(SharedData, KernelTunerConvolution) {
  SHARED_FILE_OR_SKIP(path, "kerneltuner_convolution_A100.json.gz");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 4362U);
  EXPECT_EQ(std::ranges::count_if(recording.rows, [](const Row& row) { return !row.failure; }), 4201);
  EXPECT_EQ(count_failures(recording, FailureKind::launch), 155U);
  EXPECT_EQ(count_failures(recording, FailureKind::compile), 6U);
  EXPECT_THAT(lint(recording), Contains(HasSubstr("4362 configs of the 10240 that the values seen can make")));
}

TEST(SharedData, KernelTunerGemm) {
  SHARED_FILE_OR_SKIP(path, "kerneltuner_gemm_RTX_3090.json.gz");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 17956U);
  EXPECT_EQ(recording.parameters.size(), 15U);
  EXPECT_TRUE(std::ranges::all_of(recording.rows, [](const Row& row) { return row.samples_ms.size() == 32; }));
  EXPECT_TRUE(recording.rows.front().config.shares_names_with(recording.rows.back().config));
}

TEST(SharedData, KernelTunerNoise) {
  SHARED_FILE_OR_SKIP(path, "kerneltuner_noise_A4000.json");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 100U);
  Samples all;
  for (const Row& row : recording.rows) all.insert(all.end(), row.samples_ms.begin(), row.samples_ms.end());
  EXPECT_REL(stats::quantile(all, 0.5), 19.2604, 1e-5);
  const Row& first = recording.rows.front();
  EXPECT_EQ(first.facts.real("core_freq"), 840);
  EXPECT_EQ(first.facts.integer("registers"), 168);
  ASSERT_EQ(first.series.front().name, "core_freqs");
  EXPECT_THAT(first.series.front().values, testing::AllOf(testing::SizeIs(32), testing::Each(840.0)));
}

TEST(SharedData, T4OfKtt) {
  SHARED_FILE_OR_SKIP(path, "t4_from_ktt_microseconds.json");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 4U);
  EXPECT_EQ(best(recording, mean_of).config.integer("multiply_block_size"), 64);
  EXPECT_EQ(mean_of(best(recording, mean_of)), 0.053792);
}

TEST(SharedData, T4Convolution) {
  SHARED_FILE_OR_SKIP(path, "t4_convolution_RTX_3090.json.gz");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 6768U);
  EXPECT_EQ(count_failures(recording, FailureKind::compile), 1426U);
  EXPECT_EQ(count_failures(recording, FailureKind::launch), 122U);
  EXPECT_EQ(*recording.rows.front().time_ms, 7.368064);
  EXPECT_REL(mean_of(recording.rows.front()), 7.0015904, 1e-7);
  EXPECT_THAT(lint(recording), Contains(HasSubstr("a time that is not the mean of its samples (7.36806 ms where")));
}

TEST(SharedData, Ktt) {
  SHARED_FILE_OR_SKIP(path, "ktt_native.json");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 4U);
  EXPECT_EQ(recording.device, "NVIDIA GeForce RTX 2080 Ti");
  EXPECT_EQ(best(recording, mean_of).config.integer("multiply_block_size"), 64);
  EXPECT_EQ(mean_of(best(recording, mean_of)), 0.053792);
  EXPECT_EQ(recording.rows.front().facts.integer("registers"), 12);
  EXPECT_EQ(recording.rows.front().facts.real("dram__sectors_read.sum"), 262325);
}

TEST(SharedData, TunableOp) {
  SHARED_FILE_OR_SKIP(path, "pytorch_tunableop.csv");
  const Reading reading = read_any(*path);
  EXPECT_THAT(refusals_of(reading), IsEmpty());
  EXPECT_EQ(count_rows(reading), 84U);
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const Recording& recording : reading.recordings) {
    EXPECT_EQ(recording.about.size(), 5U);
    for (const Row& row : recording.rows) {
      least = std::min(least, row.samples_ms.at(0));
      most = std::max(most, row.samples_ms.at(0));
    }
  }
  EXPECT_EQ(least, 0.010622);
  EXPECT_EQ(most, 11.8613);
}

TEST(SharedData, CutlassProfiler) {
  SHARED_FILE_OR_SKIP(path, "cutlass_profiler_gemm.csv");
  const Reading reading = read_any(*path);
  EXPECT_THAT(refusals_of(reading), IsEmpty());
  ASSERT_EQ(reading.recordings.size(), 10U);
  std::map<std::int64_t, const Row*> fastest;
  for (const Recording& recording : reading.recordings) {
    EXPECT_EQ(recording.rows.size(), 121U);
    EXPECT_EQ(count_failures(recording, FailureKind::launch), 1U);
    EXPECT_EQ(recording.problem.integer("m"), recording.problem.integer("k"));
    fastest[recording.problem.integer("m")] = &best(recording, mean_of);
  }
  EXPECT_EQ(fastest.at(1024)->samples_ms.at(0), 0.0513178);
  EXPECT_THAT(fastest.at(1024)->config.text("Operation"),
              testing::AllOf(HasSubstr("s1688442gemm"), HasSubstr("128x128_64x2"), HasSubstr("align4")));
  EXPECT_EQ(fastest.at(8192)->samples_ms.at(0), 20.9308);
}

TEST(SharedData, NsightCompute) {
  SHARED_FILE_OR_SKIP(path, "ncu_raw_long.csv");
  const NcuReport report = read_nsight_compute(*path);
  EXPECT_THAT(report.refused, IsEmpty());
  ASSERT_EQ(report.launches.size(), 3U);
  std::size_t metrics = 0;
  for (const NcuLaunch& launch : report.launches) metrics += launch.metrics.size();
  EXPECT_EQ(metrics, 52U);
  EXPECT_EQ(duration_ms(report.launches[0]), 0.001);
  EXPECT_EQ(duration_ms(report.launches[1]), 0.002);
  EXPECT_EQ(duration_ms(report.launches[2]), 0.001);
  EXPECT_EQ(count_rows(read_any(*path)), 3U);
}

TEST(SharedData, GoogleBenchmark) {
  SHARED_FILE_OR_SKIP(path, "google_benchmark.json");
  const Recording recording = only_recording(read_any(*path));
  ASSERT_EQ(recording.rows.size(), 10U);
  EXPECT_EQ(recording.rows[0].samples_ms.at(0), 42);
  EXPECT_EQ(recording.rows[1].samples_ms.at(0), 10e-6);
  EXPECT_EQ(recording.rows[9].samples_ms.at(0), 11e-6);
}

TEST(SharedData, ReadsBackAsItWas) {
  for (const char* name :
       {"kerneltuner_small.json", "kerneltuner_noise_A4000.json", "ktt_native.json", "t4_from_ktt_microseconds.json",
        "google_benchmark.json", "kerneltuner_open_with_comma.json"}) {
    SHARED_FILE_OR_SKIP(path, name);
    const Recording recording = only_recording(read_any(*path));
    EXPECT_EQ(text_of(only_recording(read_text(recordings_json({&recording, 1}), "json"))), text_of(recording)) << name;
    EXPECT_EQ(text_of(only_recording(read_text(recording_csv(recording), "csv"))), text_of(recording)) << name;
  }
}

}  // namespace
}  // namespace tilewright::formats
