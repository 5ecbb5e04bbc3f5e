#include "backends/cuda/compile_pool.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "backends/cuda/cubin_cache.hpp"

namespace tilewright::backends::cuda {
namespace {

constexpr int kNiceness = 10;

CompileOutcome compile_or_fail(const Compiler& compiler, const CompileJob& job) {
  try {
    return compiler(job);
  } catch (const std::exception& fault) {
    return Failure{FailureKind::compile, fault.what()};
  }
}

}  // namespace

CompilePool::CompilePool(Compiler compiler, std::size_t threads) : compiler_(std::move(compiler)) {
  for (std::size_t i = 0; i < std::max<std::size_t>(1, threads); ++i) threads_.emplace_back([this] { work(); });
}

CompilePool::~CompilePool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

CompilePool::Result CompilePool::compile(const CompileJob& job) {
  const std::string key = cubin_key(job, "");
  const std::lock_guard lock(mutex_);
  if (const auto known = results_.find(key); known != results_.end()) return known->second;
  std::packaged_task<CompileOutcome()> task([this, job] { return compile_or_fail(compiler_, job); });
  Result result = task.get_future().share();
  results_.emplace(key, result);
  waiting_.push_back(std::move(task));
  changed_.notify_one();
  return result;
}

CompileCounts CompilePool::counts() const {
  const std::lock_guard lock(mutex_);
  return {.asked = results_.size(), .done = done_};
}

std::size_t CompilePool::default_threads() {
  constexpr std::size_t kMost = 16;
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMost);
}

void CompilePool::work() {
  // A worker that waits for a core between two steps of a sample would be measured waiting: it goes first.
  static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness));
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    std::packaged_task<CompileOutcome()> task = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    task();
    lock.lock();
    ++done_;
  }
}

}  // namespace tilewright::backends::cuda
