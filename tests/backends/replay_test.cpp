#include "backends/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "core/formats/read.hpp"
#include "core/formats/write.hpp"
#include "core/tuning/tune.hpp"
#include "tests/support/data.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::backends {
namespace {

using formats::Recording;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

Config config(std::int64_t bm, bool fast) { return {{"BM", bm}, {"fast", fast}}; }

/// Of the 6 configs that BM 64, 32, 16 and both of fast make, 5; one failed, one has a time only, one nothing.
Recording sample() {
  Recording recording{.source = "it", .kernel = "gemm", .device = "GPU", .problem = {{"M", 16}}};
  recording.parameters = {"BM", "fast"};
  recording.rows.push_back({.config = config(64, true), .samples_ms = {3, 1, 2}, .facts = {{"registers", 40}}});
  recording.rows.push_back({.config = config(32, false), .failure = Failure{FailureKind::timeout, "5 s"}});
  recording.rows.push_back({.config = config(64, false), .time_ms = 1.5});
  recording.rows.push_back({.config = config(16, true)});
  recording.rows.push_back({.config = config(32, true), .samples_ms = {4, 5}});
  return recording;
}

struct Replayed {
  TuningProblem problem;
  std::unique_ptr<Replay> backend;
};

Replayed replayed(const Recording& recording, ReplayOptions options = {}, ReplaySpace space = ReplaySpace::recorded) {
  const auto recorded = std::make_shared<const RecordedConfigs>(recording);
  return {replay_problem(recording, recorded, space), std::make_unique<Replay>(recorded, std::move(options))};
}

Samples samples(Backend& backend, const Config& of, int count) { return std::get<Samples>(backend.measure(of, count)); }

std::string failure(Backend& backend, const Config& of) {
  const Failure failure = std::get<Failure>(backend.measure(of, 1));
  return std::string(to_text(failure.kind)) + ": " + failure.text;
}

std::vector<std::string> configs_in(const Space& space) {
  std::vector<std::string> configs;
  space.for_each([&](ConfigIndex, const Config& each) { configs.push_back(to_text(each)); });
  return configs;
}

TEST(Replay, SpaceIsWhatWasRecordedInTheOrderOfTheProduct) {
  EXPECT_THAT(
      configs_in(replayed(sample()).problem.space),
      ElementsAre("BM=64 fast=true", "BM=64 fast=false", "BM=32 fast=true", "BM=32 fast=false", "BM=16 fast=true"));
  EXPECT_EQ(configs_in(replayed(sample(), {}, ReplaySpace::product).problem.space).size(), 6U);
}

TEST(Replay, ProblemIsTheRecordings) {
  const TuningProblem problem = replayed(sample()).problem;
  EXPECT_EQ(problem.name, "gemm");
  EXPECT_EQ(to_text(problem.key), "M=16 gpu=GPU");
  EXPECT_EQ(problem.resources(config(64, true)).registers, 40);
  EXPECT_EQ(problem.resources(config(32, true)).registers, 0);
  EXPECT_FALSE(problem.predict_ms);
}

TEST(Replay, InOrderGivesTheSamplesAsRecordedAndBeginsAgain) {
  const auto [problem, backend] = replayed(sample());
  EXPECT_THAT(samples(*backend, config(64, true), 2), ElementsAre(3, 1));
  EXPECT_TRUE(backend->notes().empty());
  EXPECT_THAT(samples(*backend, config(64, true), 3), ElementsAre(2, 3, 1));
  EXPECT_THAT(samples(*backend, config(64, false), 2), ElementsAre(1.5, 1.5));
  EXPECT_THAT(backend->notes(), ElementsAre(HasSubstr("2 configs have fewer samples")));
}

TEST(Replay, FailuresAreThoseRecordedOrThatNothingWas) {
  const auto [problem, backend] = replayed(sample());
  EXPECT_EQ(failure(*backend, config(32, false)), "timeout: 5 s");
  EXPECT_EQ(failure(*backend, config(16, true)), "not_recorded: the recording has neither a time nor a failure of it");
  for (const Config& other : {config(16, false), config(8, true), Config{}, Config{{"BM", 64}},
                              Config{{"BM", 64}, {"slow", true}}, Config{{"BM", 64.0}, {"fast", true}}})
    EXPECT_EQ(failure(*backend, other), "not_recorded: the recording does not have it");
  EXPECT_THAT(samples(*backend, {{"fast", true}, {"BM", 64}}, 1), ElementsAre(3)) << "names count, not their order";
}

TEST(Replay, RowsOfOneConfigArePutTogether) {
  Recording recording = sample();
  recording.rows.push_back({.config = config(64, true), .samples_ms = {9}});
  recording.rows.push_back({.config = config(32, false), .samples_ms = {8}});
  recording.rows.push_back({.config = {{"BN", 1}}, .samples_ms = {7}});
  const auto [problem, backend] = replayed(recording);
  EXPECT_THAT(samples(*backend, config(64, true), 4), ElementsAre(3, 1, 2, 9));
  EXPECT_THAT(samples(*backend, config(32, false), 1), ElementsAre(8));
  EXPECT_THAT(backend->notes(), ElementsAre(HasSubstr("1 rows of the recording have other parameters")));
}

TEST(Replay, TellsWhatItReplays) {
  EXPECT_EQ(to_text(replayed(sample(), {ReplayMode::shuffled, 7, "it"}).backend->describe()),
            "name=replay mode=shuffled seed=7 recording=it");
  EXPECT_EQ(parse_replay_mode("bootstrap"), ReplayMode::bootstrap);
  EXPECT_ERROR(static_cast<void>(parse_replay_mode("Shuffled")), ErrorKind::bad_argument,
               HasSubstr("give in_order, shuffled or bootstrap"));
}

TEST(Replay, RecordingsWithoutAConfigAreRefused) {
  Recording recording{.source = "it"};
  EXPECT_ERROR(RecordedConfigs{recording}, ErrorKind::bad_file, "it: there is no config to replay in it");
}

TEST(Replay, TunesWithoutAModel) {
  const auto [problem, backend] = replayed(sample());
  const TuneResult result = tune(problem, *backend, {.top_k = TopK::all(), .plan = {.repeats = 2}});
  EXPECT_EQ(result.trials.size(), 5U);
  ASSERT_TRUE(result.choice);
  EXPECT_EQ(to_text(result.trials[result.choice->trial].config), "BM=64 fast=false");
}

TEST(Replay, ManyValuesOfAllTypesAreFound) {
  Recording recording{.source = "it", .parameters = {"a", "b"}};
  for (std::int64_t i = 0; i < 100; ++i) {
    const Value mixed = i % 3 == 0   ? Value(i)
                        : i % 3 == 1 ? Value(0.5 * static_cast<double>(i))
                                     : Value(std::to_string(i));
    recording.rows.push_back({.config = {{"a", i}, {"b", mixed}}, .samples_ms = {static_cast<double>(i + 1)}});
  }
  const auto [problem, backend] = replayed(recording);
  for (const formats::Row& row : recording.rows) EXPECT_EQ(samples(*backend, row.config, 1), row.samples_ms);
}

Recording any_recording() {
  Recording recording{.source = "it", .kernel = "k", .parameters = {"a", "b"}};
  for (std::int64_t i = *rc::gen::inRange(1, 12); i > 0; --i) {
    const int count = *rc::gen::inRange(1, 9);
    Samples times;
    for (int n = 0; n < count; ++n) times.push_back(static_cast<double>(i * 100 + n + 1));
    recording.rows.push_back({.config = {{"a", i % 3}, {"b", i}}, .samples_ms = std::move(times)});
  }
  return recording;
}

std::int64_t any_seed() { return *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 62); }

ReplayMode any_mode() { return *rc::gen::element(ReplayMode::in_order, ReplayMode::shuffled, ReplayMode::bootstrap); }

RC_GTEST_PROP(ReplayLaw, TheOrderOfAskingDoesNotMatter, ()) {
  const Recording recording = any_recording();
  const ReplayOptions options{.mode = any_mode(), .seed = any_seed()};
  std::map<Config, Samples> at_once;
  const auto one = replayed(recording, options);
  for (const formats::Row& row : recording.rows) at_once[row.config] = samples(*one.backend, row.config, 10);

  std::map<Config, Samples> piecewise;
  const auto other = replayed(recording, options);
  std::vector<Config> left;
  for (const formats::Row& row : recording.rows) left.insert(left.end(), 10, row.config);
  while (!left.empty()) {
    const auto at = *rc::gen::inRange<std::size_t>(0, left.size());
    piecewise[left[at]].push_back(samples(*other.backend, left[at], 1).front());
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
  }
  RC_ASSERT(at_once == piecewise);
}

RC_GTEST_PROP(ReplayLaw, ShuffledGivesEachSampleOnce, ()) {
  const Recording recording = any_recording();
  const auto [problem, backend] = replayed(recording, {.mode = ReplayMode::shuffled, .seed = any_seed()});
  for (const formats::Row& row : recording.rows) {
    const int count = static_cast<int>(row.samples_ms.size());
    const Samples first = samples(*backend, row.config, count);
    RC_ASSERT(std::ranges::is_permutation(first, row.samples_ms));
    RC_ASSERT(samples(*backend, row.config, count) == first);
  }
}

RC_GTEST_PROP(ReplayLaw, BootstrapGivesSamplesOfItsConfigOnly, ()) {
  const Recording recording = any_recording();
  const auto [problem, backend] = replayed(recording, {.mode = ReplayMode::bootstrap, .seed = any_seed()});
  for (const formats::Row& row : recording.rows)
    for (const double sample : samples(*backend, row.config, 20))
      RC_ASSERT(std::ranges::find(row.samples_ms, sample) != row.samples_ms.end());
}

RC_GTEST_PROP(ReplayLaw, AWrittenRecordingReplaysTheSame, ()) {
  const Recording recording = any_recording();
  const ReplayOptions options{.mode = any_mode(), .seed = any_seed()};
  const auto before = replayed(recording, options);
  for (const std::string& text :
       {formats::recordings_json({&recording, 1}), formats::kernel_tuner_cache(recording, "now")}) {
    const auto after = replayed(formats::read_text(text, "it").recordings.at(0), options);
    RC_ASSERT(configs_in(after.problem.space) == configs_in(before.problem.space));
    const auto again = replayed(recording, options);
    for (const formats::Row& row : recording.rows)
      RC_ASSERT(samples(*after.backend, row.config, 9) == samples(*again.backend, row.config, 9));
  }
}

TEST(Replay, SeedsAndConfigsMatter) {
  Recording recording = sample();
  recording.rows[0].samples_ms.clear();
  for (int i = 0; i < 1000; ++i) recording.rows[0].samples_ms.push_back(i + 1);
  recording.rows[4].samples_ms = recording.rows[0].samples_ms;
  for (const ReplayMode mode : {ReplayMode::shuffled, ReplayMode::bootstrap}) {
    const auto first = replayed(recording, {.mode = mode, .seed = 1});
    const auto other = replayed(recording, {.mode = mode, .seed = 2});
    const Samples drawn = samples(*first.backend, config(64, true), 1000);
    EXPECT_NE(drawn, samples(*other.backend, config(64, true), 1000));
    EXPECT_NE(drawn, samples(*first.backend, config(32, true), 1000));
    EXPECT_NE(drawn, recording.rows[0].samples_ms);
  }
}

/// Draws with replacement of 1,000 leave out 1/e of them: 368, standard deviation 9.8; 5 of these are allowed for.
TEST(Replay, BootstrapDrawsEvenly) {
  Recording recording = sample();
  recording.rows[0].samples_ms.clear();
  for (int i = 0; i < 1000; ++i) recording.rows[0].samples_ms.push_back(i + 1);
  const auto [problem, backend] = replayed(recording, {.mode = ReplayMode::bootstrap});
  Samples drawn = samples(*backend, config(64, true), 1000);
  std::ranges::sort(drawn);
  const auto repeated = std::ranges::unique(drawn);
  EXPECT_NEAR(static_cast<double>(repeated.size()), 1000 / 2.718281828, 5 * 9.8);
}

TEST(ReplaySharedData, FindsTheBestOfEveryConvolution) {
  const auto file = test::shared_file("kerneltuner_convolution_A100.json.gz");
  if (!file) GTEST_SKIP() << "there is no ../shared/data";
  const formats::Reading reading = formats::read_any(*file);
  const auto [problem, backend] = replayed(reading.recordings.at(0));
  const TuneResult result =
      tune(problem, *backend, {.top_k = TopK::all(), .plan = {.repeats = 7}, .rule = parse_rule("fastest:median")});
  EXPECT_EQ(result.trials.size(), 4362U);
  EXPECT_EQ(std::ranges::count_if(result.trials, [](const Trial& trial) { return trial.failure.has_value(); }), 161);
  ASSERT_TRUE(result.choice);
  double best = 1e9;
  for (const formats::Row& row : reading.recordings[0].rows) {
    if (row.samples_ms.empty()) continue;
    Samples first(row.samples_ms.begin(), row.samples_ms.begin() + 7);
    std::ranges::sort(first);
    best = std::min(best, first[3]);
  }
  Samples picked = result.trials[result.choice->trial].samples_ms;
  std::ranges::sort(picked);
  EXPECT_EQ(picked.at(3), best);
}

}  // namespace
}  // namespace tilewright::backends
