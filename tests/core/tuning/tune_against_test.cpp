#include "core/tuning/tune_against.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

/// Config `i` takes as long as the list says; 0 is a failure.
class ListBackend : public Backend {
 public:
  explicit ListBackend(std::vector<double> times_ms) : times_ms_(std::move(times_ms)) {}

  [[nodiscard]] Config describe() const override { return {{"name", "list"}}; }
  [[nodiscard]] Measurement measure(const Config& config, int count) override {
    const double time_ms = times_ms_[static_cast<std::size_t>(config.integer("i"))];
    if (time_ms == 0) return Failure{FailureKind::launch, "no"};
    return Samples(static_cast<std::size_t>(count), time_ms);
  }

 private:
  std::vector<double> times_ms_;
};

/// The model likes small ones; 9 cannot run.
TuningProblem problem() {
  return {.name = "numbers",
          .space = Space({{"i", {0, 1, 2, 3, 4, 9}}}),
          .reject =
              [](const Config& config) {
                return config.integer("i") == 9 ? std::optional(Rejected{.rule = "nine"}) : std::nullopt;
              },
          .predict_ms = [](const Config& config) { return static_cast<double>(config.integer("i") + 1); }};
}

Config number(std::int64_t i) { return {{"i", i}}; }

TuneResult tuned(std::vector<double> times_ms, const Config& incumbent, const char* rule = "fastest:median",
                 std::size_t top_k = 2) {
  ListBackend backend(std::move(times_ms));
  return tune_against(incumbent, problem(), backend,
                      {.top_k = TopK::count(top_k), .plan = {.repeats = 3}, .rule = parse_rule(rule)});
}

Config picked(const TuneResult& result) { return result.trials.at(result.choice.value().trial).config; }

TEST(TuneAgainst, TimesTheIncumbentWithTheShortlist) {
  const TuneResult result = tuned({5, 6, 7, 4, 8}, number(3));
  ASSERT_EQ(result.trials.size(), 3U);
  EXPECT_EQ(result.trials[2].config, number(3));
  EXPECT_EQ(result.trials[2].predicted_ms, 4.0);
  EXPECT_EQ(picked(result), number(3));
}

TEST(TuneAgainst, OneThatIsShortlistedIsTimedOnce) { EXPECT_EQ(tuned({5, 6, 7, 4, 8}, number(1)).trials.size(), 2U); }

TEST(TuneAgainst, TheRuleChoosesAmongWhatIsNotSlower) {
  // Without the incumbent the rule would take the higher number, which is within its 50 %.
  EXPECT_EQ(picked(tuned({5, 6, 0, 0, 0}, number(9), "within[50%]:-i")), number(1));
  EXPECT_EQ(picked(tuned({5, 6, 0, 0, 0}, number(0), "within[50%]:-i")), number(0));
  const TuneResult result = tuned({6, 5, 5.5, 0, 0}, number(2), "within[50%]:-i", 3);
  EXPECT_EQ(picked(result), number(2));
  EXPECT_EQ(result.choice->tied, (std::vector<std::size_t>{1, 2}));
}

TEST(TuneAgainst, AnIncumbentThatCannotRunIsNoLimit) {
  for (const Config& incumbent : {number(9), number(7), Config{{"j", std::int64_t{0}}}, Config()}) {
    const TuneResult result = tuned({5, 6, 7, 4, 8}, incumbent);
    EXPECT_EQ(result.trials.size(), 2U) << to_text(incumbent);
    EXPECT_EQ(picked(result), number(0));
  }
  EXPECT_EQ(picked(tuned({5, 6, 7, 0, 8}, number(3))), number(0));
}

TEST(TuneAgainst, TimesTheOnlyCandidate) {
  const TuneResult result = tuned({5, 6, 7, 4, 8}, number(0), "fastest:median", 1);
  EXPECT_EQ(result.trials[0].samples_ms, (Samples{5, 5, 5}));
}

TEST(TuneAgainst, NothingThatWorksIsNoChoice) { EXPECT_FALSE(tuned({0, 0, 0, 0, 0}, number(3)).choice); }

TEST(TuneAgainst, RefusesARuleThatDoesNotFitBeforeItMeasures) {
  EXPECT_ERROR(static_cast<void>(tuned({5, 6, 7, 4, 8}, number(0), "fastest:BM")), ErrorKind::bad_argument,
               testing::HasSubstr("BM"));
}

RC_GTEST_PROP(TuneAgainstLaws, NeverPicksWhatIsSlower, ()) {
  const auto times = *rc::gen::container<std::vector<int>>(5, rc::gen::inRange(0, 6));
  const auto incumbent = *rc::gen::inRange<std::int64_t>(0, 5);
  const char* const rule = *rc::gen::element("t3", "triton", "within[100%]:-i", "within[100%]:i");
  const TuneResult result =
      tuned({times.begin(), times.end()}, number(incumbent), rule, *rc::gen::inRange<std::size_t>(1, 6));
  const int limit = times[static_cast<std::size_t>(incumbent)];
  if (limit == 0 || !result.choice) return;
  const auto pick = static_cast<std::size_t>(picked(result).integer("i"));
  RC_ASSERT(times[pick] > 0);
  RC_ASSERT(times[pick] <= limit);
}

}  // namespace
}  // namespace tilewright
