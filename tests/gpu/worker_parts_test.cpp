#include <gmock/gmock.h>

#include <algorithm>

#include "backends/cuda/worker/clocks.hpp"
#include "backends/cuda/worker/cuda_fault.hpp"
#include "backends/cuda/worker/operand_sets.hpp"
#include "backends/cuda/worker/server.hpp"
#include "backends/cuda/worker/timer.hpp"

// Parts of the worker that need no device.
namespace tilewright::backends::cuda {
namespace {

using kernels::packed_operands;

TEST(Placement, operands_have_their_alignment_and_poison_around_them) {
  kernels::GemmOperands operands = packed_operands({33, 77, 55});
  operands.a_alignment_bytes = 2;
  operands.b_alignment_bytes = 16;
  const Placement p = place(operands);
  EXPECT_EQ(p.a % 256, 2);
  EXPECT_EQ(p.b % 256, 16);
  EXPECT_EQ(p.bias % 256, 0);
  EXPECT_EQ(p.c % 256, 0);
  EXPECT_EQ(p.bytes % 256, 0);
  EXPECT_GE(p.a, 4096);
  EXPECT_GE(p.b - (p.a + 2 * 33 * 55), 4096);
  EXPECT_GE(p.bias - (p.b + 2 * 55 * 77), 4096);
  EXPECT_GE(p.c - (p.bias + 2 * 77), 4096);
  EXPECT_EQ(p.c_end - p.c, (2 * 33 * 77 + 3) / 4 * 4);
  EXPECT_GE(p.bytes - p.c_end, 4096);
}

TEST(Placement, gaps_between_rows_belong_to_the_operands) {
  kernels::GemmOperands operands = packed_operands({4, 8, 16});
  operands.ldc = 100;
  const Placement p = place(operands);
  EXPECT_EQ(p.c_end - p.c, 2 * (3 * 100 + 8));  // the last row has no gap
  EXPECT_GE(p.bytes - p.c, 2 * 4 * 100);
}

TEST(SetsNeeded, fill_the_l2_twice_within_a_quarter_of_the_memory_and_64) {
  constexpr std::int64_t kL2 = 60 << 20;
  constexpr std::int64_t kFree = std::int64_t{100} << 30;
  const Placement large = place(packed_operands({8192, 8192, 8192}));
  EXPECT_EQ(sets_needed(large, kL2, kFree), 1);
  const Placement decode = place(packed_operands({16, 4096, 4096}));
  const int sets = sets_needed(decode, kL2, kFree);
  EXPECT_GE(sets * decode.bytes, 2 * kL2);
  EXPECT_LT((sets - 1) * decode.bytes, 2 * kL2);
  EXPECT_EQ(sets_needed(place(packed_operands({64, 64, 64})), kL2, kFree), 64);
  EXPECT_EQ(sets_needed(decode, kL2, 2 * decode.bytes), 1);
  EXPECT_EQ(sets_needed(decode, kL2, 0), 1);
}

TEST(RunsInGraph, are_enough_for_0_4_ms) {
  EXPECT_EQ(runs_in_graph(0.01, true, 4, 1 << 20, 1 << 20), 40);
  EXPECT_EQ(runs_in_graph(0.001, true, 4, 1 << 20, 1 << 20), 100);
  EXPECT_EQ(runs_in_graph(5, true, 4, 1 << 20, 1 << 20), 4);
  EXPECT_EQ(runs_in_graph(0, true, 4, 1 << 20, 1 << 20), 100);
}

TEST(RunsInGraph, meet_no_set_twice_when_all_fit_in_the_l2) {
  EXPECT_EQ(runs_in_graph(0.002, true, 64, 1 << 10, 1 << 20), 64);
  EXPECT_EQ(runs_in_graph(0.002, false, 64, 1 << 10, 1 << 20), 100);
}

TEST(LowClock, is_under_three_quarters_of_the_usual_one) {
  const std::vector<double> usual{1980, 1965, 345, 1980, 1950};
  EXPECT_FALSE(is_low_clock(1474, usual));
  EXPECT_TRUE(is_low_clock(1473, usual));                     // 0.75 * 1965 = 1473.75
  EXPECT_FALSE(is_low_clock(345, {1980, 1980, 1980, 1980}));  // too few to know
}

TEST(Clocks, without_nvml_nothing_is_low_and_nothing_is_known) {
  Clocks clocks("no such device");
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(clocks.is_low());
  EXPECT_EQ(clocks.conditions(), Conditions{});
  EXPECT_EQ(clocks.settle([] { return 2.5; }), 2.5);
}

/// When a device settles whose runs, one each 5 ms, take `run_ms(at)`; -1 for not within a second.
template <typename RunMs>
double settled_at(RunMs run_ms) {
  Settling settling;
  for (double at_ms = 5; at_ms <= 1000; at_ms += 5)
    if (settling.add(at_ms, run_ms(at_ms))) return at_ms;
  return -1;
}

TEST(Settling, takes_200_ms_of_equal_times) {
  EXPECT_EQ(settled_at([](double) { return 0.3; }), 200);
  EXPECT_EQ(settled_at([](double at_ms) { return at_ms < 50 ? 2 : 0.3; }), 200);
}

TEST(Settling, waits_until_a_step_is_over) {
  // At 240 ms, 6 of the 10 times between 140 and 190 are the new ones.
  EXPECT_EQ(settled_at([](double at_ms) { return at_ms <= 160 ? 0.36 : 0.3; }), 240);
  EXPECT_EQ(settled_at([](double at_ms) { return 1 + at_ms; }), -1);
}

TEST(Settling, needs_three_times_in_each_window) {
  Settling settling;
  for (double at_ms = 40; at_ms <= 1000; at_ms += 40) EXPECT_FALSE(settling.add(at_ms, 1));
  EXPECT_EQ(settling.run_ms(), 1);
}

TEST(Server, refuses_a_program_of_another_build) {
  Server server;
  const Reply reply = server.answer(OpenRequest{.device = 0, .build = "another"});
  ASSERT_TRUE(std::holds_alternative<ErrorReply>(reply));
  EXPECT_EQ(std::get<ErrorReply>(reply).kind, ErrorKind::not_available);
  EXPECT_NE(std::get<ErrorReply>(reply).text.find("of another build"), std::string::npos);
}

TEST(CudaFault, says_what_was_tried_and_the_error) {
  const CudaFault fault(cudaErrorIllegalAddress, "run");
  EXPECT_STREQ(fault.what(), "run: CUDA error 700, an illegal memory access was encountered");
  EXPECT_EQ(kind_of(cudaErrorIllegalAddress), FailureKind::crashed);
  EXPECT_EQ(kind_of(cudaErrorMemoryAllocation), FailureKind::resources);
  EXPECT_EQ(kind_of(cudaErrorLaunchOutOfResources), FailureKind::resources);
  EXPECT_EQ(kind_of(cudaErrorInvalidConfiguration), FailureKind::launch);
  EXPECT_EQ(kind_of(cudaErrorLaunchTimeout), FailureKind::timeout);
}

}  // namespace
}  // namespace tilewright::backends::cuda
