#include "backends/cuda/for_each_in_threads.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <vector>

#include "backends/cuda/compile_pool.hpp"

namespace tilewright::backends::cuda {

void for_each_in_threads(std::size_t count, const std::function<void(std::size_t)>& body,
                         const std::function<void(std::size_t)>& told) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t done = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      body(i);
      const std::lock_guard lock(mutex);
      told(++done);
    }
  };
  std::vector<std::future<void>> threads;
  const std::size_t useful = std::min(count, CompilePool::default_threads());
  for (std::size_t i = 0; i < useful; ++i) threads.push_back(std::async(std::launch::async, work));
  for (std::future<void>& thread : threads) thread.wait();  // all of them end before one's fault is thrown
  for (std::future<void>& thread : threads) thread.get();
}

}  // namespace tilewright::backends::cuda
