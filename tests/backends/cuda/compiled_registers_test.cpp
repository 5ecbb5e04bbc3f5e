#include "backends/cuda/compiled_registers.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <vector>

#include "backends/cuda/availability.hpp"
#include "core/gemm/registers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::backends::cuda {
namespace {

TEST(CompiledRegisters, are_those_of_the_machine_code_each_of_which_is_made_once) {
  if (const auto nvrtc = availability().front(); !nvrtc.works) GTEST_SKIP() << nvrtc.text;
  const kernels::GemmVariant small{.tile = {32, 32, 32, 4, 2}};
  const kernels::GemmVariant large{.tile = {64, 64, 32, 4, 2}};
  kernels::GemmVariant other_raster = small;
  other_raster.group_size_m = 1;
  const std::vector variants{small, large, other_raster};
  const test::TemporaryFolder cubins;
  std::vector<std::pair<std::size_t, std::size_t>> told;
  const auto registers = compiled_registers(
      variants, 86, cubins.path(), [&](std::size_t done, std::size_t asked) { told.emplace_back(done, asked); });
  EXPECT_THAT(told, testing::ElementsAre(std::pair(1, 2), std::pair(2, 2)));
  ASSERT_EQ(registers.size(), 3U);
  EXPECT_LE(std::abs(registers[0].value() - gemm::fitted_registers_per_thread(small.tile)), 17);
  EXPECT_LE(std::abs(registers[1].value() - gemm::fitted_registers_per_thread(large.tile)), 17);
  EXPECT_EQ(registers[2], registers[0]);
}

TEST(CompiledRegisters, of_what_does_not_compile_there_are_none) {
  if (const auto nvrtc = availability().front(); !nvrtc.works) GTEST_SKIP() << nvrtc.text;
  const std::vector<kernels::GemmVariant> variants{{.tile = {16, 16, 16, 3, 2}}};
  EXPECT_EQ(compiled_registers(variants, 86, {}, [](std::size_t, std::size_t) {}).at(0), std::nullopt);
}

}  // namespace
}  // namespace tilewright::backends::cuda
