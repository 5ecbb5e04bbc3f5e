#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/detail/log_text.hpp"
#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Luminal, ReadsSearches) {
  const Reading reading = read_small("luminal.log");
  EXPECT_THAT(refusals_of(reading), IsEmpty());
  ASSERT_THAT(reading.recordings, SizeIs(4));
  const Recording& search = reading.recordings[0];
  EXPECT_EQ(search.kernel, "search");
  EXPECT_EQ(to_text(search.problem), "search=1");
  ASSERT_THAT(search.rows, SizeIs(2));
  EXPECT_THAT(search.rows[0].samples_ms, ElementsAre(3.208));
  EXPECT_EQ(to_text(search.rows[0].facts), "slower_after=3 kernels=12 host_ops=2");
  EXPECT_THAT(search.rows[1].samples_ms, ElementsAre(0.95));
  EXPECT_EQ(to_text(search.rows[1].facts),
            "slower_after=0 kernels=10 host_ops=1 kernel_names=Matmul:4,Add:6 host_names=CuBlasLt:1");
  EXPECT_EQ(to_text(reading.recordings[3].problem), "search=2");
}

TEST(Luminal, ReadsProfiles) {
  const Reading reading = read_small("luminal.log");
  ASSERT_THAT(reading.recordings, SizeIs(4));
  EXPECT_EQ(reading.recordings[1].kernel, "prepare");
  const Recording& execute = reading.recordings[2];
  EXPECT_EQ(execute.kernel, "execute");
  EXPECT_EQ(to_text(execute.problem), "dyn={'s': 128, 'p': 3} bucket=0");
  EXPECT_EQ(to_text(execute.about), "time=launch_total_ms, an upper bound of the kernels' time");
  ASSERT_THAT(execute.rows, SizeIs(1));
  EXPECT_EQ(to_text(execute.rows[0].config), "graph_launches=1 host_ops=2");
  EXPECT_THAT(execute.rows[0].samples_ms, ElementsAre(1, 1.125));
  EXPECT_THAT(execute.rows[0].series, ElementsAre(Series{"total_ms", {1.25, 1.5}}, Series{"sync_ms", {0.75, 0.875}}));
}

TEST(Luminal, NamesTheLinesThatItRefuses) {
  const Reading reading = read_text(
      "Start 1 ms 2 us | [KRN: 1 HOST: 1]\nFaster 7 parsecs | [KRN: 1 HOST: 1]\nFaster 7 us\n"
      "CUDA_EXEC_PROFILE dyn={} bucket=0\nCUDA_EXEC_PROFILE launch_total_ms=soon\nCUDA_EXEC_PROFILE oops\nStart over\n",
      "it");
  EXPECT_EQ(count_rows(reading), 1U);
  EXPECT_THAT(
      refusals_of(reading),
      ElementsAre("it:2: ' parsecs | [KRN: 1 HOST: 1]' where a time in ms and us is expected",
                  "it:3: '' where | [KRN: is expected", "it:4: it has no one 'total_ms'",
                  "it:5: field 'launch_total_ms' is 'soon'; a number is expected", "it:6: 'oops' is not NAME=VALUE"));
}

TEST(Luminal, TakesNoNameThatIsNotUtf8) {
  const Reading reading = read_text(
      "Start 1 us | [KRN: 1 HOST: 1]\n\xFF noise\nFaster 1 us | [KRN: 1 HOST: 1] [Kernels: \xFF:1]\n"
      "CUDA_EXEC_PROFILE dyn={\xFF} total_ms=1\n",
      "it");
  EXPECT_EQ(count_rows(reading), 1U);
  EXPECT_THAT(refusals_of(reading), ElementsAre("it:3: it is not UTF-8", "it:4: it is not UTF-8"));
}

TEST(LogText, ShowsWhatATerminalShows) {
  EXPECT_EQ(without_escapes("\x1b[1;32mStart\x1b[0m 3\x1b[K"), "Start 3");
  EXPECT_EQ(without_escapes("a\x1b"), "a");
  EXPECT_EQ(without_escapes("a\x1b[3"), "a");
  EXPECT_EQ(without_escapes("\x1b(Bx\x1b=y"), "xy");
  std::vector<std::string> lines;
  for_each_log_line("a\r\na\r b \rb\n\n\rc", [&](std::string_view line, std::size_t number) {
    lines.push_back(std::string(line) + std::to_string(number));
    return true;
  });
  EXPECT_THAT(lines, ElementsAre("a1", "a2", "b2", "c4"));
}

}  // namespace
}  // namespace tilewright::formats
