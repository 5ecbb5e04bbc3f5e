#include "core/tuning/shortlist.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <numeric>
#include <stdexcept>

#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

/// One parameter `i`, whose value is also its index; its prediction is `predicted_ms[i]`.
TuningProblem predicted(std::vector<double> predicted_ms) {
  Parameter parameter{"i", {}};
  for (std::size_t i = 0; i < predicted_ms.size(); ++i) parameter.values.emplace_back(static_cast<std::int64_t>(i));
  TuningProblem problem{.name = "test", .space = Space({parameter})};
  problem.predict_ms = [=](const Config& config) {
    return predicted_ms[static_cast<std::size_t>(config.integer("i"))];
  };
  return problem;
}

std::vector<ConfigIndex> all(const TuningProblem& problem) {
  std::vector<ConfigIndex> indices(problem.space.product_size());
  std::iota(indices.begin(), indices.end(), ConfigIndex{0});
  return indices;
}

std::vector<std::int64_t> picked(const TuningProblem& problem, const TopK& top_k) {
  std::vector<std::int64_t> result;
  for (const Candidate& candidate : shortlist(problem, all(problem), top_k).candidates)
    result.push_back(candidate.config.integer("i"));
  return result;
}

TEST(Shortlist, TakesTheBestFirst) {
  EXPECT_EQ(picked(predicted({5, 1, 4, 2, 3}), TopK::count(3)), (std::vector<std::int64_t>{1, 3, 4}));
}

TEST(Shortlist, TakesTheWholeGroupOfTheLastAndSaysSo) {
  const TuningProblem problem = predicted({2, 1, 2, 3, 2});
  const Shortlist result = shortlist(problem, all(problem), TopK::count(2));
  EXPECT_EQ(picked(problem, TopK::count(2)), (std::vector<std::int64_t>{1, 0, 2, 4}));
  EXPECT_EQ(result.requested, 2U);
  EXPECT_EQ(result.added_by_ties, 2U);
}

TEST(Shortlist, TakesAllWithoutAModel) {
  TuningProblem problem = predicted({3, 2, 1});
  problem.predict_ms = nullptr;
  const Shortlist result = shortlist(problem, all(problem), TopK::count(1));
  EXPECT_EQ(picked(problem, TopK::count(1)), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(result.added_by_ties, 2U);
  EXPECT_EQ(result.candidates[0].predicted_ms, std::nullopt);
}

TEST(Shortlist, RanksNanLast) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(picked(predicted({nan, 2, nan, 1}), TopK::count(2)), (std::vector<std::int64_t>{3, 1}));
  EXPECT_EQ(picked(predicted({nan, 2, nan, 1}), TopK::count(3)), (std::vector<std::int64_t>{3, 1, 0, 2}));
}

TEST(Shortlist, TakesTheResourcesOfEach) {
  TuningProblem problem = predicted({1, 2});
  problem.resources = [](const Config& config) {
    return Resources{.smem_bytes = 10 + config.integer("i"), .registers = 7};
  };
  const Shortlist result = shortlist(problem, all(problem), TopK::all());
  EXPECT_EQ(result.candidates[1].resources.smem_bytes, 11);
  EXPECT_EQ(result.candidates[1].resources.registers, 7);
}

TEST(Shortlist, OfNothingIsNothing) { EXPECT_TRUE(shortlist(predicted({1}), {}, TopK::count(8)).candidates.empty()); }

TEST(Shortlist, NamesTheConfigForWhichTheModelThrows) {
  TuningProblem problem = predicted({1});
  problem.predict_ms = [](const Config&) -> double { throw std::runtime_error("oh"); };
  EXPECT_ERROR(static_cast<void>(shortlist(problem, all(problem), TopK::all())), ErrorKind::bad_argument,
               "the model of 'test' threw for i=0: oh");
}

/// Few distinct values, so that ties are common.
const auto kPredictions = rc::gen::nonEmpty(rc::gen::container<std::vector<double>>(
    rc::gen::map(rc::gen::inRange(1, 6), [](int value) { return static_cast<double>(value); })));

RC_GTEST_PROP(ShortlistLaws, NeverSplitsATie, ()) {
  const auto predicted_ms = *kPredictions;
  const TuningProblem problem = predicted(predicted_ms);
  const auto count = *rc::gen::inRange<std::size_t>(1, predicted_ms.size() + 2);
  const auto chosen = picked(problem, TopK::count(count));
  RC_ASSERT(chosen.size() >= std::min(count, predicted_ms.size()));
  const double last_ms = predicted_ms[static_cast<std::size_t>(chosen.back())];
  const auto not_worse =
      std::count_if(predicted_ms.begin(), predicted_ms.end(), [&](double ms) { return ms <= last_ms; });
  RC_ASSERT(std::ssize(chosen) == not_worse);
}

RC_GTEST_PROP(ShortlistLaws, GrowsMonotonically, ()) {
  const auto predicted_ms = *kPredictions;
  const TuningProblem problem = predicted(predicted_ms);
  const auto count = *rc::gen::inRange<std::size_t>(1, predicted_ms.size() + 1);
  const auto few = picked(problem, TopK::count(count));
  const auto more = picked(problem, TopK::count(count + 1));
  RC_ASSERT(few.size() <= more.size());
  RC_ASSERT(std::equal(few.begin(), few.end(), more.begin()));
}

}  // namespace
}  // namespace tilewright
