#include "backends/cuda/ptx.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "backends/cuda/availability.hpp"
#include "core/error.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::backends::cuda {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

#define NEEDS_NVRTC() \
  if (const auto nvrtc = availability().front(); !nvrtc.works) GTEST_SKIP() << nvrtc.text

kernels::GemmVariant variant(std::int64_t bm, std::int64_t bn) { return {.tile = {bm, bn, 32, 4, 2}}; }

TEST(CountInstructions, keeps_the_order_and_tells_how_far_it_is) {
  NEEDS_NVRTC();
  const std::vector<kernels::GemmVariant> variants{variant(64, 32), variant(32, 32), variant(64, 64)};
  std::vector<std::size_t> told;
  auto counts = count_instructions(variants, 80, [&](std::size_t done) { told.push_back(done); });
  ASSERT_EQ(counts.size(), 3U);
  // Two steps of 16 along K; each of 4 warps makes a quarter of the tile in products of 16 x 8.
  EXPECT_EQ(counts[0]["mma"], 2 * 64 * 32 / 4 / 128);
  EXPECT_EQ(counts[1]["mma"], 2 * 32 * 32 / 4 / 128);
  EXPECT_EQ(counts[2]["mma"], 2 * 64 * 64 / 4 / 128);
  EXPECT_THAT(told, testing::ElementsAre(1, 2, 3));
}

TEST(CountInstructions, nothing_to_compile_is_nothing) {
  NEEDS_NVRTC();
  EXPECT_THAT(count_instructions({}, 80, [](std::size_t) {}), testing::IsEmpty());
}

TEST(CountInstructions, what_does_not_compile_is_an_error) {
  NEEDS_NVRTC();
  const std::vector<kernels::GemmVariant> bad{variant(64, 32), variant(8, 64)};
  EXPECT_ERROR(static_cast<void>(count_instructions(bad, 80, [](std::size_t) {})), ErrorKind::not_available,
               StartsWith("a kernel does not compile to PTX: "));
  EXPECT_ERROR(static_cast<void>(count_instructions(bad, 10, [](std::size_t) {})), ErrorKind::not_available,
               HasSubstr("does not compile for compute capability 1.0"));
}

}  // namespace
}  // namespace tilewright::backends::cuda
