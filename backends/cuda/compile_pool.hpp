#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "backends/cuda/compile.hpp"

namespace tilewright::backends::cuda {

/// How many jobs a pool has been asked for, and how many of them it is done with.
struct CompileCounts {
  std::size_t asked = 0;
  std::size_t done = 0;
};

/// Compiles in the background, in the order of asking, each different job once.
class CompilePool {
 public:
  using Result = std::shared_future<CompileOutcome>;

  /// Starts the threads, from 1 on.
  CompilePool(Compiler compiler, std::size_t threads);
  CompilePool(const CompilePool&) = delete;
  CompilePool& operator=(const CompilePool&) = delete;

  /// Waits for what is being compiled. What has not begun is given up: its result is a broken promise.
  ~CompilePool();

  /// The result of the job, which is queued unless it was asked for before. What the compiler throws is a failure.
  [[nodiscard]] Result compile(const CompileJob& job);

  /// May be called from any thread.
  [[nodiscard]] CompileCounts counts() const;

  /// One for each core, at most 16. Source without headers takes some 15 MB for each, so that memory is no limit.
  [[nodiscard]] static std::size_t default_threads();

 private:
  void work();

  Compiler compiler_;
  mutable std::mutex mutex_;  // of the five below
  std::condition_variable changed_;
  std::deque<std::packaged_task<CompileOutcome()>> waiting_;
  std::map<std::string, Result> results_;
  std::size_t done_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tilewright::backends::cuda
