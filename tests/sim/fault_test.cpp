#include "sim/fault.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/gemm/tile_config.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::sim {
namespace {

const Config kConfig = gemm::to_config({128, 256, 32, 8, 2});

Fault launch_fault(std::int64_t bm, std::int64_t warps) {
  return {.match = {{"num_warps", warps}, {"BM", bm}}, .kind = FailureKind::launch};
}

TEST(FailureOf, needs_every_parameter_to_be_met) {
  const auto failure = [](const Fault& fault) { return failure_of(std::vector{fault}, kConfig); };
  ASSERT_TRUE(failure(launch_fault(128, 8)));
  EXPECT_EQ(failure(launch_fault(128, 8))->kind, FailureKind::launch);
  EXPECT_EQ(failure(launch_fault(128, 8))->text, "simulated: launch where num_warps=8 BM=128");
  EXPECT_FALSE(failure(launch_fault(128, 4)));
  EXPECT_FALSE(failure(launch_fault(64, 8)));
}

TEST(FailureOf, takes_the_first_fault_that_is_met) {
  const std::vector<Fault> faults = {
      launch_fault(64, 8),
      {.match = {{"BN", std::int64_t{256}}}, .kind = FailureKind::timeout, .text = "slow"},
      launch_fault(128, 8)};
  const auto failure = failure_of(faults, kConfig);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::timeout);
  EXPECT_EQ(failure->text, "slow");
}

TEST(FailureOf, meets_every_config_with_an_empty_match) {
  const auto failure = failure_of(std::vector<Fault>{{.kind = FailureKind::compile}}, kConfig);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->text, "simulated: compile everywhere");
}

TEST(FailureOf, is_nothing_without_faults) { EXPECT_FALSE(failure_of({}, kConfig)); }

/// Expects an error that says `what`.
void expect_refused(const Fault& fault, const std::string& what) {
  EXPECT_ERROR((void)failure_of(std::vector{fault}, kConfig), ErrorKind::bad_argument, testing::HasSubstr(what));
}

TEST(FailureOf, refuses_a_fault_that_can_never_be_met) {
  expect_refused({.match = {{"warps", std::int64_t{8}}}}, "warps is missing");
  expect_refused({.match = {{"num_warps", 8.0}}}, "num_warps is of another type");
  expect_refused({.match = {{"BM", std::int64_t{64}}, {"warps", std::int64_t{8}}}}, "warps is missing");
}

}  // namespace
}  // namespace tilewright::sim
