#include "core/formats/lint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Row row(std::int64_t a, std::int64_t b, Samples samples_ms) {
  return {.config = {{"a", a}, {"b", b}},
          .samples_ms = std::move(samples_ms),
          .line = static_cast<std::size_t>(10 * a + b)};
}

Recording recording(std::vector<Row> rows) { return {.parameters = {"a", "b"}, .rows = std::move(rows)}; }

TEST(Lint, FindsNothingInAGoodRecording) {
  EXPECT_THAT(lint({}), IsEmpty());
  EXPECT_THAT(lint(recording({row(1, 1, {2, 2}), row(1, 2, {3, 3}), row(2, 1, {1, 1}), row(2, 2, {4, 5})})), IsEmpty());
}

TEST(Lint, NamesTimesThatCannotBe) {
  EXPECT_THAT(lint(recording({row(1, 1, {1}), row(1, 2, {1, 0}), row(1, 3, {-1})})),
              ElementsAre("2 of 3 configs have a time of 0 or less, which cannot be; the first is a=1 b=2 (line 12)"));
}

TEST(Lint, NamesTimesThatAreNotTheMean) {
  Recording it = recording({row(1, 1, {1, 3}), row(1, 2, {1, 3})});
  it.rows[0].time_ms = 2.0019;
  it.rows[1].time_ms = 2.0021;
  EXPECT_THAT(lint(it), ElementsAre("1 of 2 configs state a time that is not the mean of its samples (2.0021 ms where "
                                    "that is 2 ms); the first is a=1 b=2 (line 12)"));
}

TEST(Lint, NamesUnitsThatDiffer) {
  Recording it = recording({row(1, 1, {0.002})});
  it.rows[0].time_ms = 2.01;
  EXPECT_THAT(lint(it), ElementsAre(HasSubstr("a power of 1000 away from the mean of its samples, as of two units")));
}

TEST(Lint, NamesClocksThatDiffer) {
  Recording it = recording({row(1, 1, {1}), row(1, 2, {1})});
  it.rows[0].series = {{"core_freqs", {840}}};
  it.rows[1].series = {{"core_freqs", {735}}};
  it.rows[0].facts = {{"mem_freq", 6501.0}};
  it.rows[1].facts = {{"mem_freq", 6500.0}};
  EXPECT_THAT(lint(it), ElementsAre("core_freqs is between 735 and 840: times at different clocks cannot be compared"));
}

TEST(Lint, NamesConfigsThatAreThereTwice) {
  EXPECT_THAT(lint(recording({row(1, 1, {1}), row(1, 1, {2})})),
              ElementsAre("1 of 2 configs are there more than once; the first is a=1 b=1 (line 11)"));
}

TEST(Lint, NamesColdStarts) {
  EXPECT_THAT(lint(recording({row(1, 1, {9, 1, 1, 1, 1})})),
              ElementsAre("1 of 1 configs have a first sample that looks cold; the first is a=1 b=1 (line 11)"));
}

TEST(Lint, NamesRowsWithoutAnything) {
  EXPECT_THAT(lint(recording({row(1, 1, {})})),
              ElementsAre("1 of 1 configs were neither timed nor failed; the first is a=1 b=1 (line 11)"));
}

TEST(Lint, CountsWhatTheSpaceLacks) {
  EXPECT_THAT(
      lint(recording({row(1, 1, {1}), row(1, 2, {1}), row(2, 2, {1}), row(3, 1, {1})})),
      ElementsAre("4 configs of the 6 that the values seen can make: a constraint or an interrupt has left out 2, "
                  "such as a=2 b=1"));
}

TEST(Lint, NamesOtherParameters) {
  Recording it = recording({row(1, 1, {1})});
  it.rows.push_back({.config = {{"a", 1}}, .samples_ms = {1}});
  EXPECT_THAT(lint(it), ElementsAre("1 of 2 configs have other parameters than the first; the first is a=1"));
}

TEST(Lint, LooksAtFiles) {
  const Recording it = only_recording(read_small("kernel_tuner.json"));
  EXPECT_THAT(lint(it), ElementsAre(HasSubstr("core_freqs is between 735 and 840")));
}

}  // namespace
}  // namespace tilewright::formats
