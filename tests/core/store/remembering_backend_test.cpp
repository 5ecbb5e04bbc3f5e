#include "core/store/remembering_backend.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <stdexcept>

#include "core/store/inventory.hpp"
#include "core/tuning/tune.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::store {
namespace {

using test::TemporaryFolder;
using testing::ElementsAre;
using testing::IsEmpty;

const Config kContext{{"problem", "test"}};

/// Sample number n of config i takes i + n / 1000 ms; which configs fail, and how, and when all ends, is set.
class CountingBackend : public Backend {
 public:
  [[nodiscard]] Config describe() const override { return {{"name", "counting"}}; }
  void prepare(std::span<const Config> configs) override {
    for (const Config& config : configs) prepared.push_back(config.integer("i"));
  }
  [[nodiscard]] Measurement measure(const Config& config, int count) override {
    const std::int64_t i = config.integer("i");
    asked.emplace_back(i, count);
    if (calls_left-- == 0) throw std::logic_error("interrupted");
    if (const auto found = failures.find(i); found != failures.end()) return Failure{found->second, "text"};
    Samples samples;
    for (int n = 0; n < count; ++n) samples.push_back(static_cast<double>(i) + ++taken[i] / 1000.0);
    return samples;
  }

  std::map<std::int64_t, FailureKind> failures;
  std::vector<std::int64_t> prepared;
  std::vector<std::pair<std::int64_t, int>> asked;
  std::map<std::int64_t, int> taken;
  int calls_left = -1;
};

TuningProblem problem(std::int64_t configs) {
  Parameter i{"i", {}};
  for (std::int64_t value = 1; value <= configs; ++value) i.values.emplace_back(value);
  return {.name = "test", .space = Space({i})};
}

struct Tuned {
  TuneResult result;
  CountingBackend backend;
  Tally tally;
};

/// Tunes with a backend of its own.
void tune_with(Tuned& run, const std::filesystem::path& file, const SweepPlan& plan, std::int64_t configs,
               RememberOptions options = {}) {
  Store store(file);
  options.context = kContext;
  options.repeats = plan.repeats;
  options.warmup = plan.warmup;
  RememberingBackend remembering(run.backend, store, options);
  run.result = tune(problem(configs), remembering, {.top_k = TopK::all(), .plan = plan});
  run.tally = remembering.tally();
}

std::vector<Samples> samples_of(const Tuned& run) {
  std::vector<Samples> all;
  for (const Trial& trial : run.result.trials) all.push_back(trial.samples_ms);
  return all;
}

TEST(RememberingBackend, ASecondRunMeasuresNothing) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "store.sqlite";
  Tuned first;
  Tuned second;
  tune_with(first, file, {.repeats = 3, .warmup = 2}, 2);
  EXPECT_THAT(first.backend.asked, ElementsAre(std::pair(1, 2), std::pair(1, 3), std::pair(2, 2), std::pair(2, 3)));
  EXPECT_EQ(first.tally.from_store, 0);
  tune_with(second, file, {.repeats = 3, .warmup = 2}, 2);
  EXPECT_THAT(second.backend.asked, IsEmpty());
  EXPECT_THAT(second.backend.prepared, IsEmpty());
  EXPECT_EQ(samples_of(second), samples_of(first));
  EXPECT_EQ(second.tally.samples, 6);
  EXPECT_EQ(second.tally.from_store, 6);
}

TEST(RememberingBackend, MeasuresOnlyConfigsAndSamplesThatAreMissing) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "store.sqlite";
  Tuned first;
  Tuned larger;
  tune_with(first, file, {.repeats = 2}, 2);
  tune_with(larger, file, {.repeats = 2}, 3);
  EXPECT_THAT(larger.backend.prepared, ElementsAre(3));
  EXPECT_THAT(larger.backend.asked, ElementsAre(std::pair(3, 2)));
  Tuned longer;
  tune_with(longer, file, {.repeats = 5}, 1 + 1);
  EXPECT_THAT(longer.backend.asked, ElementsAre(std::pair(1, 3), std::pair(2, 3)));
  EXPECT_EQ(longer.tally.from_store, 4);
  Tuned shorter;
  tune_with(shorter, file, {.repeats = 1}, 2);
  EXPECT_THAT(shorter.backend.asked, IsEmpty());
  EXPECT_EQ(samples_of(shorter), (std::vector<Samples>{{1.001}, {2.001}}));
}

TEST(RememberingBackend, RemembersFailuresThatComeAgain) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "store.sqlite";
  const std::map<std::int64_t, FailureKind> failures{
      {1, FailureKind::compile}, {2, FailureKind::resources}, {3, FailureKind::wrong_result}, {4, FailureKind::timeout},
      {5, FailureKind::crashed}, {6, FailureKind::launch},    {7, FailureKind::invalid_time}};
  Tuned first;
  first.backend.failures = failures;
  tune_with(first, file, {.repeats = 2, .warmup = 1}, 8);
  Tuned second;
  tune_with(second, file, {.repeats = 2, .warmup = 1}, 8);
  EXPECT_THAT(second.backend.prepared, ElementsAre(4, 5, 6, 7));
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(second.result.trials[i].failure.has_value());
    EXPECT_EQ(second.result.trials[i].failure->kind, failures.at(static_cast<std::int64_t>(i) + 1));
    EXPECT_EQ(second.result.trials[i].failure->text, "text");
  }
  for (std::size_t i = 3; i < 8; ++i) EXPECT_FALSE(second.result.trials[i].failure.has_value());
  EXPECT_EQ(Inventory(file).entries().at(0).failures, 7);
}

TEST(RememberingBackend, WhatThrowsIsARowAndMeasuredAnew) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "store.sqlite";
  Tuned first;
  first.backend.calls_left = 1;
  tune_with(first, file, {.repeats = 2}, 2);
  EXPECT_EQ(first.result.trials[1].failure->text, "interrupted");
  EXPECT_EQ(Inventory(file).entries().at(0).failures, 1);
  Tuned second;
  tune_with(second, file, {.repeats = 2}, 2);
  EXPECT_THAT(second.backend.asked, ElementsAre(std::pair(2, 2)));
}

TEST(RememberingBackend, SamplesThatCannotBeAreNotStored) {
  class Zero : public Backend {
    [[nodiscard]] Config describe() const override { return {{"name", "zero"}}; }
    [[nodiscard]] Measurement measure(const Config& /*config*/, int /*count*/) override { return Samples{1, 0}; }
  };
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  Zero zero;
  RememberingBackend remembering(zero, store, {.context = kContext});
  EXPECT_EQ(std::get<Samples>(remembering.measure({{"i", 1}}, 2)), (Samples{1, 0}));  // the sweep judges them
  EXPECT_THAT(store.history(kContext, {{"i", 1}}).samples_ms, IsEmpty());
  EXPECT_EQ(store.history(kContext, {{"i", 1}}).failure->kind, FailureKind::invalid_time);
}

TEST(RememberingBackend, IgnoringWhatIsStoredTakesItsPlace) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "store.sqlite";
  Tuned first;
  first.backend.taken = {{1, 500}, {2, 500}};
  tune_with(first, file, {.repeats = 2}, 2);
  Tuned anew;
  tune_with(anew, file, {.repeats = 2, .interleaved = true}, 2, {.ignore_stored = true});
  EXPECT_EQ(anew.tally.from_store, 0);
  Tuned third;
  tune_with(third, file, {.repeats = 2}, 2);
  EXPECT_THAT(third.backend.asked, IsEmpty());
  EXPECT_EQ(samples_of(third), samples_of(anew));
}

TEST(RememberingBackend, AHitIsCheckedAgainstTheDevice) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "store.sqlite";
  Tuned first;
  tune_with(first, file, {.repeats = 2}, 2);
  Tuned second;
  tune_with(second, file, {.repeats = 2}, 2, {.reject = [](const Config& config) -> std::optional<Rejected> {
              if (config.integer("i") == 1) return Rejected{"shared_memory", 2, 1, "B"};
              return std::nullopt;
            }});
  EXPECT_EQ(second.result.trials[0].failure->kind, FailureKind::resources);
  EXPECT_EQ(second.result.trials[0].failure->text, "shared memory 2 B > 1 B");
  EXPECT_EQ(second.result.trials[1].samples_ms.size(), 2U);
}

TEST(RememberingBackend, StoresConditionsTimeAndIdentity) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  CountingBackend counting;
  RememberOptions options{.context = kContext, .repeats = 1};
  options.identity = [](const Config& config) { return Config{{"algorithm", "a" + to_text(config)}}; };
  options.conditions = [](const Config&) { return Config{{"sm_mhz", 1000.0}}; };
  options.time_s = [] { return std::int64_t{1234}; };
  RememberingBackend remembering(counting, store, options);
  static_cast<void>(remembering.measure({{"i", 1}}, 1));
  EXPECT_EQ(store.history(kContext, {{"algorithm", "ai=1"}}).conditions, (Config{{"sm_mhz", 1000.0}}));
  EXPECT_EQ(Inventory(store.file()).entries().at(0).last_s, 1234);
  EXPECT_EQ(remembering.stored_conditions({{"i", 1}}), std::nullopt);
  RememberingBackend again(counting, store, options);
  static_cast<void>(again.measure({{"i", 1}}, 1));
  EXPECT_EQ(again.stored_conditions({{"i", 1}}), (Config{{"sm_mhz", 1000.0}}));
  EXPECT_EQ(again.from_store({{"i", 1}}), 1);
}

/// A tuning that is interrupted after any number of calls and run again gives what one that was not gives: its samples,
/// its failures and its choice; and no sample is taken twice.
RC_GTEST_PROP(RememberingBackend, AnInterruptedTuningGoesOnWhereItWas, ()) {
  const std::int64_t configs = *rc::gen::inRange<std::int64_t>(2, 5);
  const SweepPlan plan{.repeats = *rc::gen::inRange(1, 5), .interleaved = *rc::gen::arbitrary<bool>()};
  std::map<std::int64_t, FailureKind> failures;
  if (*rc::gen::arbitrary<bool>()) failures[*rc::gen::inRange<std::int64_t>(1, configs + 1)] = FailureKind::compile;
  const TemporaryFolder folder;
  Tuned whole;
  whole.backend.failures = failures;
  tune_with(whole, folder.path() / "whole", plan, configs);

  class Interrupting : public Backend {
   public:
    Interrupting(Backend& of, int calls) : of_(of), calls_(calls) {}
    [[nodiscard]] Config describe() const override { return of_.describe(); }
    [[nodiscard]] Measurement measure(const Config& config, int count) override {
      if (calls_-- == 0) throw 1;  // what is not a std::exception is not stored: as if the process had ended
      return of_.measure(config, count);
    }

   private:
    Backend& of_;
    int calls_;
  };
  std::map<std::int64_t, int> taken;
  {
    Store store(folder.path() / "resumed");
    CountingBackend counting;
    counting.failures = failures;
    Interrupting interrupting(counting, *rc::gen::inRange(0, 12));
    RememberingBackend remembering(interrupting, store, {.context = kContext, .repeats = plan.repeats});
    try {
      const auto measure = [&](std::int64_t i, int count) {
        static_cast<void>(remembering.measure({{"i", i}}, count));
      };
      for (int round = 0; round < (plan.interleaved ? plan.repeats : 1); ++round)
        for (std::int64_t i = 1; i <= configs; ++i) measure(i, plan.interleaved ? 1 : plan.repeats);
    } catch (int) {
    }
    taken = counting.taken;
  }
  Tuned resumed;
  resumed.backend.failures = failures;
  resumed.backend.taken = taken;  // samples are numbered on
  tune_with(resumed, folder.path() / "resumed", plan, configs);
  RC_ASSERT(samples_of(resumed) == samples_of(whole));
  RC_ASSERT(resumed.backend.taken == whole.backend.taken);
  RC_ASSERT(resumed.result.choice.has_value() == whole.result.choice.has_value());
  if (whole.result.choice) RC_ASSERT(resumed.result.choice->why == whole.result.choice->why);
}

/// The same of a seeded stream that begins anew in each process.
TEST(RememberingBackend, AStreamThatBeginsAnewCatchesUp) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "store.sqlite";
  Tuned first;
  tune_with(first, file, {.repeats = 2, .warmup = 3}, 2, {.begins_anew = true});
  Tuned second;
  tune_with(second, file, {.repeats = 5, .warmup = 3}, 2, {.begins_anew = true});
  Tuned whole;
  tune_with(whole, folder.path() / "other.sqlite", {.repeats = 5, .warmup = 3}, 2);
  EXPECT_EQ(samples_of(second), samples_of(whole));
}

}  // namespace
}  // namespace tilewright::store
