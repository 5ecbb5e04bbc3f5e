#include "backends/cuda/compile_pool.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <stdexcept>

namespace tilewright::backends::cuda {
namespace {

using testing::ElementsAre;

std::string cubin_of(const CompilePool::Result& result) { return std::get<Binary>(result.get()).cubin; }

Binary echo(const CompileJob& job) { return {.cubin = job.source}; }

TEST(CompilePool, one_thread_compiles_in_the_order_of_asking) {
  std::mutex mutex;
  std::vector<std::string> order;
  CompilePool pool(
      [&](const CompileJob& job) {
        const std::lock_guard lock(mutex);
        order.push_back(job.source);
        return echo(job);
      },
      1);
  std::vector<CompilePool::Result> results;
  for (const char* const source : {"a", "b", "c"}) results.push_back(pool.compile({source, {}}));
  EXPECT_EQ(cubin_of(results[2]), "c");
  EXPECT_THAT(order, ElementsAre("a", "b", "c"));
}

TEST(CompilePool, each_job_is_compiled_once) {
  std::atomic<int> compiled = 0;
  CompilePool pool(
      [&](const CompileJob& job) {
        ++compiled;
        return echo(job);
      },
      4);
  const auto first = pool.compile({"a", {"-DX"}});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(cubin_of(pool.compile({"a", {"-DX"}})), "a");
  EXPECT_EQ(compiled, 1);
  EXPECT_EQ(cubin_of(pool.compile({"a", {"-DY"}})), "a");
  EXPECT_EQ(compiled, 2);
}

TEST(CompilePool, jobs_run_side_by_side) {
  // Each of the two waits for the other: with one thread this would not end.
  std::atomic<int> here = 0;
  CompilePool pool(
      [&](const CompileJob& job) {
        ++here;
        while (here < 2) std::this_thread::yield();
        return echo(job);
      },
      2);
  const auto one = pool.compile({"a", {}});
  const auto other = pool.compile({"b", {}});
  EXPECT_EQ(cubin_of(one), "a");
  EXPECT_EQ(cubin_of(other), "b");
}

TEST(CompilePool, counts_what_it_was_asked_for_and_what_is_done) {
  std::atomic<bool> may_end = false;
  CompilePool pool(
      [&](const CompileJob& job) {
        while (job.source == "b" && !may_end) std::this_thread::yield();
        return echo(job);
      },
      1);
  EXPECT_EQ(pool.counts().asked, 0U);
  EXPECT_EQ(cubin_of(pool.compile({"a", {}})), "a");
  EXPECT_EQ(cubin_of(pool.compile({"a", {}})), "a");
  const auto second = pool.compile({"b", {}});
  EXPECT_EQ(pool.counts().asked, 2U);
  while (pool.counts().done < 1) std::this_thread::yield();  // a job is counted just after its result is there
  EXPECT_EQ(pool.counts().done, 1U);
  may_end = true;
  EXPECT_EQ(cubin_of(second), "b");
  while (pool.counts().done < 2) std::this_thread::yield();
}

TEST(CompilePool, what_the_compiler_throws_is_a_failure) {
  CompilePool pool([](const CompileJob&) -> CompileOutcome { throw std::runtime_error("out of order"); }, 1);
  const CompileOutcome outcome = pool.compile({"a", {}}).get();
  EXPECT_EQ(std::get<Failure>(outcome).kind, FailureKind::compile);
  EXPECT_EQ(std::get<Failure>(outcome).text, "out of order");
}

TEST(CompilePool, its_end_waits_for_what_runs_and_gives_up_the_rest) {
  std::atomic<bool> began = false;
  std::atomic<bool> may_end = false;
  std::atomic<int> compiled = 0;
  auto pool = std::make_unique<CompilePool>(
      [&](const CompileJob& job) {
        began = true;
        while (!may_end) std::this_thread::yield();
        ++compiled;
        return echo(job);
      },
      1);
  const auto first = pool->compile({"a", {}});
  const auto second = pool->compile({"b", {}});
  while (!began) std::this_thread::yield();
  std::thread ender([&] { pool.reset(); });
  may_end = true;
  ender.join();
  EXPECT_EQ(cubin_of(first), "a");
  // The second had begun or not when the end came; either way nobody waits for ever.
  if (compiled == 1) {
    EXPECT_THROW(static_cast<void>(second.get()), std::future_error);
  } else {
    EXPECT_EQ(cubin_of(second), "b");
  }
}

TEST(CompilePool, takes_from_1_to_16_threads_by_default) {
  EXPECT_GE(CompilePool::default_threads(), 1U);
  EXPECT_LE(CompilePool::default_threads(), 16U);
}

}  // namespace
}  // namespace tilewright::backends::cuda
