#include "core/formats/nsight_compute.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/formats/detail/ncu_text.hpp"
#include "tests/core/formats/recordings.hpp"
#include "tests/support/data.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::formats {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(NsightCompute, ReadsALineAMetric) {
  const NcuReport report = read_nsight_compute(test::data_file("formats/ncu_long.csv"));
  EXPECT_THAT(report.refused, IsEmpty());
  ASSERT_THAT(report.launches, SizeIs(2));
  const NcuLaunch& first = report.launches[0];
  EXPECT_EQ(first.id, 0);
  EXPECT_EQ(first.kernel, "load(float const*, float*)");
  EXPECT_EQ(first.grid, "(128, 1, 1)");
  EXPECT_EQ(first.block, "(256, 1, 1)");
  EXPECT_EQ(first.line, 5U);
  EXPECT_EQ(duration_ms(first), 0.001);
  EXPECT_EQ(duration_ms(report.launches[1]), 0.002);
}

TEST(NsightCompute, SumsDramBytes) {
  const NcuReport report = read_nsight_compute(test::data_file("formats/ncu_long.csv"));
  ASSERT_THAT(report.launches, SizeIs(2));
  EXPECT_EQ(dram_bytes(report.launches[0]), 1234.5e6 + 500e3);
  EXPECT_EQ(dram_bytes(report.launches[1]), 64);
  EXPECT_EQ(dram_bytes({}), std::nullopt);
  EXPECT_EQ(dram_bytes({.metrics = {{"dram__bytes_read.sum", "byte", 1}}}), std::nullopt);
}

TEST(NsightCompute, ReadsALineALaunch) {
  const NcuReport report = read_nsight_compute(test::data_file("formats/ncu_wide.csv"));
  EXPECT_THAT(report.refused, IsEmpty());
  ASSERT_THAT(report.launches, SizeIs(2));
  EXPECT_EQ(dram_bytes(report.launches[0]), 1.5e9);
  EXPECT_EQ(duration_ms(report.launches[0]), 1.2345);
  EXPECT_EQ(report.launches[0].find("sm__warps.pct"), nullptr);
  EXPECT_EQ(report.launches[1].find("sm__warps.pct")->value, 50);
}

TEST(NsightCompute, GivesARecording) {
  const Reading reading = read_small("ncu_long.csv");
  const Recording recording = only_recording(reading);
  EXPECT_EQ(recording.kernel, "load(float const*, float*)");
  ASSERT_THAT(recording.rows, SizeIs(2));
  EXPECT_EQ(to_text(recording.rows[0].config), "id=0 grid=(128, 1, 1) block=(256, 1, 1)");
  EXPECT_EQ(recording.rows[0].time_ms, 0.001);
  EXPECT_EQ(recording.rows[0].facts.real("dram__bytes_read.sum [byte]"), 1234.5e6);
}

TEST(NsightCompute, RefusesATimeThatIsText) {
  const std::string header = "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
  const NcuReport report =
      parse_nsight_compute(header + "\"0\",\"k\",\"gpu__time_duration.sum\",\"ns\",\"1.000,5\"\n", "it");
  ASSERT_THAT(report.refused, SizeIs(1));
  EXPECT_EQ(to_text(report.refused[0], "it"),
            "it:2: metric 'gpu__time_duration.sum' is '1.000,5'; a number is expected");
}

TEST(NsightCompute, TakesARepeatedMetricOnceUnlessItDiffers) {
  const std::string header = "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
  const std::string row = "\"0\",\"k\",\"m\",\"\",\"1\"\n";
  const NcuReport report = parse_nsight_compute(header + row + row + "\"0\",\"k\",\"m\",\"\",\"2\"\n", "it");
  EXPECT_THAT(report.launches.at(0).metrics, SizeIs(1));
  ASSERT_THAT(report.refused, SizeIs(1));
  EXPECT_EQ(report.refused[0].text, "metric 'm' is there twice, with different values");
}

TEST(NsightCompute, SaysHowToWriteOne) {
  EXPECT_ERROR(static_cast<void>(parse_nsight_compute("==PROF== Connected\n", "it")), ErrorKind::bad_file,
               HasSubstr("it: it has no header of Nsight Compute; write it with `ncu --csv`"));
}

TEST(NcuNumber, TakesCommasBetweenThousands) {
  EXPECT_EQ(ncu_number("1,000"), 1000);
  EXPECT_EQ(ncu_number("1,234,567.5"), 1234567.5);
  EXPECT_EQ(ncu_number("12"), 12);
  EXPECT_EQ(ncu_number(" 0.5 "), 0.5);
  for (const char* text : {"", "n/a", "1,00", "1,0000", ",100", "1.000,5", "1,", "inf", "1e999", "12 ms"})
    EXPECT_EQ(ncu_number(text), std::nullopt) << text;
}

}  // namespace
}  // namespace tilewright::formats
