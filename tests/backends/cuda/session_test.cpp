#include "backends/cuda/session.hpp"

#include <gmock/gmock.h>

#include "tests/fake_worker/behaviour.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::backends::cuda {
namespace {

using fake_worker::Behaviour;
using testing::Each;
using testing::HasSubstr;
using testing::StartsWith;

SessionOptions options(int device = 0) {
  return {.worker = TILEWRIGHT_FAKE_WORKER, .device = device, .timeout = std::chrono::milliseconds(200)};
}

std::variant<MeasureReply, Failure> measure(Session& session, Behaviour behaviour) {
  return session.measure(behaviour, 2, [=]() -> Session::Candidate { return LibraryCandidate{behaviour}; });
}

/// The process that measured: the fake worker says so in place of its power.
double process_of(const std::variant<MeasureReply, Failure>& answer) {
  return std::get<MeasureReply>(answer).conditions.power_w;
}

TEST(Session, measures_through_one_worker) {
  Session session(options());
  EXPECT_EQ(session.device().name, "Fake");
  EXPECT_EQ(session.set_up({}).reference_ms, 0.5);
  EXPECT_EQ(session.library_candidates(3).size(), 3U);
  EXPECT_FALSE(session.loaded(fake_worker::kGood).has_value());
  const auto first = measure(session, fake_worker::kGood);
  EXPECT_THAT(std::get<MeasureReply>(first).samples_ms, Each(1.0));
  EXPECT_EQ(process_of(measure(session, fake_worker::kGood)), process_of(first));
  EXPECT_EQ(session.loaded(fake_worker::kGood).value().largest_error, 0.125);
  EXPECT_EQ(session.workers_lost(), 0);
}

class EachLoss : public testing::TestWithParam<std::pair<Behaviour, FailureKind>> {};

TEST_P(EachLoss, marks_the_candidate_and_replaces_the_worker) {
  const auto [behaviour, kind] = GetParam();
  Session session(options());
  session.set_up({});
  const double process = process_of(measure(session, fake_worker::kGood));
  const auto lost = measure(session, behaviour);
  EXPECT_EQ(std::get<Failure>(lost).kind, kind);
  const auto after = measure(session, fake_worker::kGood);
  EXPECT_NE(process_of(after), process);
  // It is not tried again: it fails with the same words, and the worker lives.
  EXPECT_EQ(std::get<Failure>(measure(session, behaviour)).text, std::get<Failure>(lost).text);
  EXPECT_EQ(process_of(measure(session, fake_worker::kGood)), process_of(after));
  EXPECT_EQ(session.workers_lost(), 1);
  EXPECT_FALSE(session.loaded(behaviour).has_value());
}

INSTANTIATE_TEST_SUITE_P(Session, EachLoss,
                         testing::Values(std::pair(fake_worker::kHangs, FailureKind::timeout),
                                         std::pair(fake_worker::kAborts, FailureKind::crashed),
                                         std::pair(fake_worker::kExits, FailureKind::crashed),
                                         std::pair(fake_worker::kNonsense, FailureKind::crashed),
                                         std::pair(fake_worker::kHalfAnswer, FailureKind::timeout),
                                         std::pair(fake_worker::kAnswersAhead, FailureKind::crashed),
                                         std::pair(fake_worker::kLosesContext, FailureKind::crashed)));

TEST(Session, a_failing_candidate_costs_no_worker) {
  Session session(options());
  session.set_up({});
  const auto answer = measure(session, fake_worker::kFails);
  EXPECT_EQ(std::get<Failure>(answer).kind, FailureKind::wrong_result);
  EXPECT_EQ(std::get<Failure>(answer).text, "1 of 4 elements are wrong");
  EXPECT_EQ(session.workers_lost(), 0);
  EXPECT_THAT(std::get<MeasureReply>(measure(session, fake_worker::kGood)).samples_ms, Each(1.0));
}

TEST(Session, errors_of_the_worker_are_errors_here) {
  EXPECT_ERROR(Session(options(fake_worker::kNoSuchDevice)), ErrorKind::bad_argument, "there is no device 1");
  Session small(options(fake_worker::kTooSmall));
  EXPECT_ERROR(small.set_up({}), ErrorKind::not_available, "it does not fit");
  Session dying(options(fake_worker::kDiesAtSetUp));
  EXPECT_ERROR(dying.set_up({}), ErrorKind::not_available,
               StartsWith("the operands cannot be made: the worker was lost"));
}

TEST(Session, without_a_replacement_every_later_candidate_tells_the_same_error) {
  Session session(options(fake_worker::kOpensOnce));
  session.set_up({});
  EXPECT_TRUE(std::holds_alternative<Failure>(measure(session, fake_worker::kAborts)));
  for (int i = 0; i < 2; ++i)
    EXPECT_ERROR(static_cast<void>(measure(session, fake_worker::kGood)), ErrorKind::bad_argument,
                 "there is no device 4");
  EXPECT_EQ(session.workers_lost(), 1);
}

TEST(Session, a_worker_that_is_missing_is_an_error) {
  SessionOptions missing = options();
  missing.worker = "/nowhere/worker";
  EXPECT_ERROR(Session{missing}, ErrorKind::not_available, HasSubstr("/nowhere/worker"));
}

}  // namespace
}  // namespace tilewright::backends::cuda
