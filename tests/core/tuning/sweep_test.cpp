#include "core/tuning/sweep.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>

#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

/// A backend that does what a function says and keeps what it was asked.
class ScriptedBackend : public Backend {
 public:
  using Script = std::function<Measurement(std::int64_t, int)>;

  explicit ScriptedBackend(Script script) : script_(std::move(script)) {}

  [[nodiscard]] Config describe() const override { return {{"name", "scripted"}}; }
  void prepare(std::span<const Config> configs) override { prepared = configs.size(); }
  [[nodiscard]] Measurement measure(const Config& config, int count) override {
    asked.emplace_back(config.integer("i"), count);
    return script_(config.integer("i"), count);
  }

  std::size_t prepared = 0;
  std::vector<std::pair<std::int64_t, int>> asked;

 private:
  Script script_;
};

Samples ones(int count) { return Samples(static_cast<std::size_t>(count), 1.0); }

Shortlist candidates(std::int64_t count) {
  Shortlist result;
  for (std::int64_t i = 0; i < count; ++i) result.candidates.push_back({Config{{"i", i}}, std::nullopt, {}});
  return result;
}

TEST(Sweep, MeasuresOneByOne) {
  ScriptedBackend backend([](std::int64_t, int count) { return ones(count); });
  const auto trials = sweep(backend, candidates(2), {.repeats = 3, .warmup = 2});
  EXPECT_EQ(backend.prepared, 2U);
  EXPECT_EQ(backend.asked, (std::vector<std::pair<std::int64_t, int>>{{0, 2}, {0, 3}, {1, 2}, {1, 3}}));
  EXPECT_EQ(trials[1].samples_ms, ones(3));
  EXPECT_FALSE(trials[1].failure);
}

TEST(Sweep, InterleavesOneSampleOfEach) {
  ScriptedBackend backend([](std::int64_t, int count) { return ones(count); });
  const auto trials = sweep(backend, candidates(2), {.repeats = 2, .warmup = 1, .interleaved = true});
  EXPECT_EQ(backend.asked, (std::vector<std::pair<std::int64_t, int>>{{0, 1}, {1, 1}, {0, 1}, {1, 1}, {0, 1}, {1, 1}}));
  EXPECT_EQ(trials[0].samples_ms, ones(2));
}

TEST(Sweep, GoesOnAfterAFailure) {
  ScriptedBackend backend([](std::int64_t i, int count) -> Measurement {
    switch (i) {
      case 0:
        return Failure{FailureKind::compile, "no"};
      case 1:
        throw std::runtime_error("bang");
      case 2:
        throw 42;  // NOLINT(hicpp-exception-baseclass): whatever a config throws is a row
      case 3:
        return Samples{1.0};
      case 4:
        return Samples{1.0, -1.0};
      case 5:
        return Samples{0.0, 1.0};
      case 6:
        return Samples{1.0, std::numeric_limits<double>::infinity()};
      case 7:
        return Samples{std::numeric_limits<double>::quiet_NaN(), 1.0};
      default:
        return ones(count);
    }
  });
  const auto trials = sweep(backend, candidates(9), {.repeats = 2});
  const auto failure = [&](std::size_t i) {
    return std::string(to_text(trials[i].failure->kind)) + ": " + trials[i].failure->text;
  };
  EXPECT_EQ(failure(0), "compile: no");
  EXPECT_EQ(failure(1), "crashed: bang");
  EXPECT_EQ(failure(2), "crashed: threw something that is not a std::exception");
  EXPECT_EQ(failure(3), "crashed: gave 1 samples where 2 were asked for");
  EXPECT_EQ(failure(4), "invalid_time: sample 2 is -1 ms, not a finite positive time");
  EXPECT_EQ(failure(5), "invalid_time: sample 1 is 0 ms, not a finite positive time");
  EXPECT_EQ(failure(6), "invalid_time: sample 2 is inf ms, not a finite positive time");
  EXPECT_EQ(failure(7), "invalid_time: sample 1 is nan ms, not a finite positive time");
  EXPECT_FALSE(trials[8].failure);
}

TEST(Sweep, AsksAFailedConfigNoMoreAndKeepsItsSamples) {
  int calls_of_0 = 0;
  ScriptedBackend backend([&](std::int64_t i, int count) -> Measurement {
    if (i == 0 && ++calls_of_0 == 3) return Failure{FailureKind::timeout, "late"};
    return ones(count);
  });
  const auto trials = sweep(backend, candidates(2), {.repeats = 5, .interleaved = true});
  EXPECT_EQ(calls_of_0, 3);
  EXPECT_EQ(trials[0].samples_ms, ones(2));
  EXPECT_EQ(trials[0].failure->kind, FailureKind::timeout);
  EXPECT_EQ(trials[1].samples_ms, ones(5));
}

TEST(Sweep, AFailureWhileWarmingUpIsAFailure) {
  ScriptedBackend backend([](std::int64_t, int) { return Failure{FailureKind::launch, "no"}; });
  const auto trials = sweep(backend, candidates(2), {.repeats = 5, .warmup = 1});
  EXPECT_EQ(backend.asked.size(), 2U);
  EXPECT_EQ(trials[0].failure->kind, FailureKind::launch);
}

TEST(Sweep, DoesNotTimeASingleCandidateUnlessAsked) {
  ScriptedBackend backend([](std::int64_t, int count) { return ones(count); });
  EXPECT_TRUE(sweep(backend, candidates(1), {.repeats = 5})[0].samples_ms.empty());
  EXPECT_TRUE(backend.asked.empty());
  EXPECT_EQ(sweep(backend, candidates(1), {.repeats = 5, .time_single = true})[0].samples_ms, ones(5));
}

TEST(Sweep, RefusesAPlanOutOfRange) {
  ScriptedBackend backend([](std::int64_t, int count) { return ones(count); });
  EXPECT_ERROR(static_cast<void>(sweep(backend, candidates(2), {.repeats = 0})), ErrorKind::bad_argument,
               "repeats is 0; give an integer from 1");
  EXPECT_ERROR(static_cast<void>(sweep(backend, candidates(2), {.warmup = -1})), ErrorKind::bad_argument,
               "warmup is -1; give an integer from 0");
  EXPECT_TRUE(backend.asked.empty());
}

}  // namespace
}  // namespace tilewright
