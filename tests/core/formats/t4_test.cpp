#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/formats/recordings.hpp"

namespace tilewright::formats {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(T4, ReadsKernelTunersResults) {
  const Recording recording = only_recording(read_small("t4.json"));
  ASSERT_THAT(recording.rows, SizeIs(2));
  const Row& row = recording.rows[0];
  EXPECT_EQ(to_text(row.config), "tile=8 pad=true order=zm");
  EXPECT_THAT(row.samples_ms, ElementsAre(7.5, 6.5));
  EXPECT_EQ(row.time_ms, 7);
  EXPECT_EQ(to_text(row.facts),
            "timestamp=2023-01-24 01:03:17+00:00 compile_ms=250.5 framework_ms=3.0 strategy_ms=0.0 "
            "verification_ms=0.0 GFLOP/s=90.5 power [W]=101.5");
  EXPECT_EQ(row.line, 4U);
  EXPECT_EQ(recording.rows[1].failure->kind, FailureKind::compile);
  EXPECT_EQ(recording.rows[1].failure->text, "CompilationFailedConfig");
}

TEST(T4, ReadsTheUnitOfEveryRow) {
  const Reading reading = read_small("t4_microseconds.json");
  EXPECT_THAT(refusals_of(reading),
              ElementsAre("it:5: the unit of its times is 'fortnights'; it should be ns, us, ms or s"));
  const Recording& recording = reading.recordings.at(0);
  ASSERT_THAT(recording.rows, SizeIs(2));
  EXPECT_THAT(recording.rows[0].samples_ms, ElementsAre(0.0965));
  EXPECT_EQ(to_text(recording.rows[0].facts), "compile_ms=1.0 framework_ms=0.5 sectors.sum=12.0");
  EXPECT_EQ(recording.rows[1].failure->kind, FailureKind::timeout);
}

/// A file with one result of these members, and this metadata.
Reading read_result(const std::string& members, const std::string& unit = "") {
  return read_text("{\"metadata\": {\"timeunit\": \"" + unit + "\"}, \"results\": [\n{\"configuration\": {\"a\": 1}, " +
                       members + "}]}",
                   "it");
}

TEST(T4, KnowsAllInvalidities) {
  const auto kind_of = [](const std::string& invalidity) {
    return only_recording(read_result("\"invalidity\": \"" + invalidity + "\"")).rows.at(0).failure->kind;
  };
  EXPECT_EQ(kind_of("compile"), FailureKind::compile);
  EXPECT_EQ(kind_of("runtime"), FailureKind::launch);
  EXPECT_EQ(kind_of("timeout"), FailureKind::timeout);
  EXPECT_EQ(kind_of("constraints"), FailureKind::resources);
  EXPECT_EQ(kind_of("correctness"), FailureKind::wrong_result);
  EXPECT_THAT(refusals_of(read_result(R"("invalidity": "moon")")),
              ElementsAre("it:2: field 'invalidity' is 'moon', which is not known"));
}

TEST(T4, TakesAResultThatIsNotCorrectAsAFailure) {
  const Recording recording = only_recording(read_result(
      R"("invalidity": "correct", "correctness": 0, "measurements": [{"name": "time", "value": 1, "unit": "ms"}])"));
  EXPECT_EQ(recording.rows.at(0).failure->kind, FailureKind::wrong_result);
}

TEST(T4, RefusesWhatItCannotKnow) {
  const std::string timed = R"("invalidity": "correct", "times": {"runtimes": [1.5]}, "measurements": )";
  EXPECT_THAT(refusals_of(read_result(timed + R"([{"name": "time", "value": 1.5, "unit": ""}])")),
              ElementsAre("it:2: the unit of its times is not said"));
  EXPECT_THAT(refusals_of(read_result(timed + R"([{"name": "time", "value": 1.5, "unit": "us"}])", "ms")),
              ElementsAre("it:2: times are in ms by the metadata, in us by the measurement"));
  EXPECT_THAT(refusals_of(read_result(timed + R"([{"name": "time", "value": "quick", "unit": "ms"}])")),
              ElementsAre("it:2: its time is 'quick'; a number is expected"));
  EXPECT_THAT(refusals_of(read_result(R"("invalidity": "correct")", "ms")),
              ElementsAre("it:2: it has neither runtimes nor a measured time"));
}

TEST(T4, ReadsTheTimeThatIsNotTheObjective) {
  const Recording recording = only_recording(
      read_result(R"("invalidity": "correct", "objectives": ["GFLOP/s"], "measurements": [)"
                  R"({"name": "GFLOP/s", "value": 90, "unit": ""}, {"name": "time", "value": 2.5, "unit": "s"}])"));
  EXPECT_EQ(recording.rows.at(0).time_ms, 2500);
  EXPECT_EQ(recording.rows.at(0).facts.integer("GFLOP/s"), 90);
}

}  // namespace
}  // namespace tilewright::formats
