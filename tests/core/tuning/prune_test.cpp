#include "core/tuning/prune.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <stdexcept>

#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

std::optional<Rejected> over(std::string_view name, const Config& config, std::int64_t limit) {
  const std::int64_t value = config.integer(name);
  if (value <= limit) return std::nullopt;
  return Rejected{.rule = "too_much_" + std::string(name),
                  .actual = static_cast<double>(value),
                  .limit = static_cast<double>(limit),
                  .unit = "B"};
}

/// Values of `a` and of `b`, with a limit on each; `a` is tested first.
TuningProblem limited(std::vector<Value> a, std::vector<Value> b, std::int64_t limit_a, std::int64_t limit_b) {
  TuningProblem problem{.name = "test", .space = Space({{"a", std::move(a)}, {"b", std::move(b)}})};
  problem.reject = [=](const Config& config) {
    const auto first = over("a", config, limit_a);
    return first ? first : over("b", config, limit_b);
  };
  return problem;
}

std::set<std::string> kept_texts(const TuningProblem& problem) {
  std::set<std::string> texts;
  for (const ConfigIndex index : prune(problem).kept) texts.insert(to_text(problem.space.at(index)));
  return texts;
}

TEST(Prune, KeepsInOrderAndCountsByRule) {
  const TuningProblem problem = limited({1, 2, 3}, {1, 2, 3}, 2, 1);
  const PruneResult result = prune(problem);
  EXPECT_EQ(result.space_size, 9U);
  EXPECT_EQ(result.kept, (std::vector<ConfigIndex>{0, 3}));
  EXPECT_EQ(result.rejected(), 7U);
  ASSERT_EQ(result.rejections.size(), 2U);
  EXPECT_EQ(result.rejections[0].rule, "too_much_b");
  EXPECT_EQ(result.rejections[0].count, 4U);
  EXPECT_EQ(to_text(result.rejections[0].example), "a=1 b=2");
  EXPECT_EQ(to_text(result.rejections[0].example_reason), "too much b 2 B > 1 B");
  EXPECT_EQ(result.rejections[1].count, 3U);
  EXPECT_EQ(summary(result.rejections), "4 by too much b, 3 by too much a");
}

TEST(Prune, KeepsAllWithoutAPredicate) {
  const TuningProblem problem{.name = "test", .space = Space({{"a", {1, 2, 3}}})};
  EXPECT_EQ(prune(problem).kept.size(), 3U);
  EXPECT_EQ(summary(prune(problem).rejections), "");
}

TEST(Prune, DoesNotCountWhatAConstraintForbids) {
  TuningProblem problem = limited({1, 2}, {1, 2}, 1, 9);
  problem.space = Space(problem.space.parameters(), {{"b is 1", [](const Config& c) { return c.integer("b") == 1; }}});
  const PruneResult result = prune(problem);
  EXPECT_EQ(result.space_size, 2U);
  EXPECT_EQ(result.kept, std::vector<ConfigIndex>{0});
}

TEST(Prune, NamesTheConfigForWhichThePredicateThrows) {
  TuningProblem problem{.name = "mine", .space = Space({{"a", {7}}})};
  problem.reject = [](const Config&) -> std::optional<Rejected> { throw std::out_of_range("oh"); };
  EXPECT_ERROR(static_cast<void>(prune(problem)), ErrorKind::bad_argument,
               "the prune predicate of 'mine' threw for a=7: oh");
}

TEST(RejectedText, HasFiguresOrANote) {
  EXPECT_EQ(to_text(Rejected{"shared_memory", 131072, 101376, "B", ""}), "shared memory 131072 B > 101376 B");
  EXPECT_EQ(to_text(Rejected{"waves", 3, 2.5, "", ""}), "waves 3 > 2.5");
  EXPECT_EQ(to_text(Rejected{"no_tail", 0, 0, "", "D = 100 is not a multiple of 64"}),
            "no tail: D = 100 is not a multiple of 64");
}

const auto kValues = rc::gen::unique<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 20));

std::vector<Value> values(const std::vector<std::int64_t>& integers) {
  return integers.empty() ? std::vector<Value>{0} : std::vector<Value>(integers.begin(), integers.end());
}

RC_GTEST_PROP(PruneLaws, IsIdempotent, ()) {
  const TuningProblem problem =
      limited(values(*kValues), values(*kValues), *rc::gen::inRange(0, 20), *rc::gen::inRange(0, 20));
  const std::set<std::string> once = kept_texts(problem);
  TuningProblem again = problem;
  again.space = Space(problem.space.parameters(),
                      {{"kept before", [&](const Config& config) { return once.contains(to_text(config)); }}});
  RC_ASSERT(kept_texts(again) == once);
  RC_ASSERT(prune(again).rejections.empty());
}

RC_GTEST_PROP(PruneLaws, IsIndependentOfTheOrderOfValues, ()) {
  auto a = *kValues;
  auto b = *kValues;
  const auto limit = *rc::gen::inRange<std::int64_t>(0, 20);
  const TuningProblem problem = limited(values(a), values(b), limit, limit);
  std::reverse(a.begin(), a.end());
  std::rotate(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(b.size() / 2), b.end());
  const TuningProblem shuffled = limited(values(a), values(b), limit, limit);
  RC_ASSERT(kept_texts(problem) == kept_texts(shuffled));
  RC_ASSERT(prune(problem).rejected() == prune(shuffled).rejected());
}

RC_GTEST_PROP(PruneLaws, KeepsWhatIsWithinAndNamesTheLimitThatIsExceeded, ()) {
  const auto limit_a = *rc::gen::inRange<std::int64_t>(0, 20);
  const auto limit_b = *rc::gen::inRange<std::int64_t>(0, 20);
  const TuningProblem problem = limited(values(*kValues), values(*kValues), limit_a, limit_b);
  problem.space.for_each([&](ConfigIndex, const Config& config) {
    const auto why = verdict(problem, config);
    if (!why) {
      RC_ASSERT(config.integer("a") <= limit_a);
      RC_ASSERT(config.integer("b") <= limit_b);
    } else {
      RC_ASSERT(why->actual > why->limit);
      RC_ASSERT(why->actual == config.real(why->rule == "too_much_a" ? "a" : "b"));
    }
  });
}

}  // namespace
}  // namespace tilewright
