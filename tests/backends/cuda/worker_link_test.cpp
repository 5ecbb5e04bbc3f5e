#include "backends/cuda/worker_link.hpp"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "tests/fake_worker/behaviour.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::backends::cuda {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::StartsWith;

constexpr milliseconds kLong{60000};  // never waited for
constexpr milliseconds kShort{100};   // waited for by what hangs

/// A worker that is asked for two samples of a candidate that behaves so.
std::variant<Reply, Failure> measure(WorkerLink& link, fake_worker::Behaviour behaviour, milliseconds limit = kLong) {
  const auto loaded = link.ask(LoadRequest{behaviour, LibraryCandidate{behaviour}}, kLong);
  EXPECT_TRUE(std::holds_alternative<Reply>(loaded));
  return link.ask(MeasureRequest{behaviour, 2}, limit);
}

Failure failure_of(fake_worker::Behaviour behaviour, milliseconds limit = kLong) {
  WorkerLink link(TILEWRIGHT_FAKE_WORKER);
  const auto answer = measure(link, behaviour, limit);
  EXPECT_TRUE(link.lost());
  return std::get<Failure>(answer);
}

TEST(WorkerLink, answers_come_in_turn) {
  WorkerLink link(TILEWRIGHT_FAKE_WORKER);
  EXPECT_EQ(std::get<DeviceInfo>(std::get<Reply>(link.ask(OpenRequest{0}, kLong))).name, "Fake");
  EXPECT_THAT(std::get<MeasureReply>(std::get<Reply>(measure(link, fake_worker::kGood))).samples_ms, Each(1.0));
  EXPECT_FALSE(link.lost());
}

TEST(WorkerLink, a_late_answer_is_not_credited_to_the_next_request) {
  WorkerLink link(TILEWRIGHT_FAKE_WORKER);
  const auto answer = measure(link, fake_worker::kAnswersLate);
  EXPECT_THAT(std::get<MeasureReply>(std::get<Reply>(answer)).samples_ms,
              Each(static_cast<int>(fake_worker::kAnswersLate) + 1.0));
}

TEST(WorkerLink, who_hangs_is_killed) {
  const Failure failure = failure_of(fake_worker::kHangs, kShort);
  EXPECT_EQ(failure.kind, FailureKind::timeout);
  EXPECT_EQ(failure.text, "no answer within 100 ms; the worker was killed");
}

TEST(WorkerLink, half_an_answer_is_none) {
  EXPECT_EQ(failure_of(fake_worker::kHalfAnswer, kShort).kind, FailureKind::timeout);
}

TEST(WorkerLink, who_dies_is_reaped_and_told_of) {
  const Failure aborted = failure_of(fake_worker::kAborts);
  EXPECT_EQ(aborted.kind, FailureKind::crashed);
  EXPECT_THAT(aborted.text, StartsWith("the worker was lost: it ended by signal 6 ("));
  const Failure exited = failure_of(fake_worker::kExits);
  EXPECT_EQ(exited.kind, FailureKind::crashed);
  EXPECT_EQ(exited.text, "the worker was lost: it exited with 7");
}

TEST(WorkerLink, other_answers_end_it) {
  EXPECT_THAT(failure_of(fake_worker::kNonsense).text, StartsWith("the worker answered with something else: "));
  EXPECT_THAT(failure_of(fake_worker::kAnswersAhead).text, StartsWith("the worker answered what it was not asked: "));
}

TEST(WorkerLink, a_worker_that_gives_up_answers_and_is_lost) {
  WorkerLink link(TILEWRIGHT_FAKE_WORKER);
  const auto answer = measure(link, fake_worker::kLosesContext);
  EXPECT_EQ(std::get<FailureReply>(std::get<Reply>(answer)).text, "CUDA error 700");
  EXPECT_TRUE(link.lost());
  EXPECT_EQ(std::get<Failure>(link.ask(OpenRequest{0}, kLong)).text, "the worker is lost");
}

TEST(WorkerLink, a_program_that_does_not_start_is_an_error) {
  EXPECT_ERROR(WorkerLink("/nowhere/worker"), ErrorKind::not_available, StartsWith("cannot start /nowhere/worker: "));
}

TEST(FindWorker, takes_the_given_one_then_that_of_the_environment) {
  EXPECT_EQ(find_worker(TILEWRIGHT_FAKE_WORKER), TILEWRIGHT_FAKE_WORKER);
  ::setenv("TILEWRIGHT_CUDA_WORKER", TILEWRIGHT_FAKE_WORKER, 1);
  EXPECT_EQ(find_worker(), TILEWRIGHT_FAKE_WORKER);
  ::setenv("TILEWRIGHT_CUDA_WORKER", "/nowhere/worker", 1);
  EXPECT_ERROR(static_cast<void>(find_worker()), ErrorKind::not_available, HasSubstr("/nowhere/worker"));
  ::unsetenv("TILEWRIGHT_CUDA_WORKER");
}

TEST(FindWorker, a_folder_and_a_file_that_cannot_run_are_none) {
  const test::TemporaryFolder folder;
  EXPECT_ERROR(static_cast<void>(find_worker(folder.path())), ErrorKind::not_available, HasSubstr("cannot be run"));
}

}  // namespace
}  // namespace tilewright::backends::cuda
