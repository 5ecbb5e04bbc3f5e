#include "backends/cuda/for_each_in_threads.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace tilewright::backends::cuda {
namespace {

TEST(ForEachInThreads, calls_each_once_and_tells_how_many_are_done) {
  std::vector<std::atomic<int>> calls(100);
  std::vector<std::size_t> told;
  for_each_in_threads(
      calls.size(), [&](std::size_t i) { ++calls[i]; }, [&](std::size_t done) { told.push_back(done); });
  for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
  ASSERT_EQ(told.size(), 100U);
  for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i], i + 1);
}

TEST(ForEachInThreads, passes_on_what_is_thrown) {
  const auto body = [](std::size_t i) {
    if (i == 3) throw std::runtime_error("three");
  };
  EXPECT_THROW(for_each_in_threads(10, body, [](std::size_t) {}), std::runtime_error);
  EXPECT_NO_THROW(for_each_in_threads(0, body, [](std::size_t) {}));
}

}  // namespace
}  // namespace tilewright::backends::cuda
