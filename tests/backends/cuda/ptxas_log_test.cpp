#include "backends/cuda/ptxas_log.hpp"

#include <gtest/gtest.h>

namespace tilewright::backends::cuda {
namespace {

TEST(PtxasLog, gives_the_usage_of_each_kernel) {
  const auto kernels = parse_ptxas_log(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'k2' for 'sm_90'\n"
      "ptxas info    : Function properties for k2\n"
      "ptxas         .     328 bytes stack frame, 1056 bytes spill stores, 1060 bytes spill loads\n"
      "ptxas info    : Used 32 registers, used 0 barriers, 328 bytes cumulative stack size\n"
      "ptxas info    : Compile time = 76.717 ms\n"
      "ptxas info    : Compiling entry function 'k1' for 'sm_90'\n"
      "ptxas info    : Function properties for k1\n"
      "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 12 registers, used 1 barriers, 256 bytes smem\n");
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels.at("k2"), (KernelUsage{32, 328, 1056, 1060, 0}));
  EXPECT_EQ(kernels.at("k1"), (KernelUsage{12, 0, 0, 0, 256}));
}

TEST(PtxasLog, skips_what_it_does_not_know) {
  EXPECT_TRUE(parse_ptxas_log("").empty());
  EXPECT_TRUE(parse_ptxas_log("ptxas info    : Used 12 registers\n  bytes stack frame\n").empty());
  EXPECT_EQ(parse_ptxas_log("Compiling entry function 'unended\n").size(), 1U);
}

TEST(PtxasLog, the_failure_is_the_first_line_with_an_error) {
  const Failure failure = compile_failure(
      "kernel.cu(1): warning #177-D: variable\r\n\n  kernel.cu(3): error: identifier \"x\" is undefined\n  x();\n"
      "1 error detected in the compilation of \"kernel.cu\".\n");
  EXPECT_EQ(failure.kind, FailureKind::compile);
  EXPECT_EQ(failure.text, "kernel.cu(3): error: identifier \"x\" is undefined");
  EXPECT_EQ(compile_failure("\n  something else\nmore\n").text, "something else");
  EXPECT_EQ(compile_failure("").text, "the compiler failed without a word");
}

TEST(PtxasLog, too_much_shared_memory_is_a_lack_of_resources) {
  const Failure failure = compile_failure(
      "ptxas info    : Used 10 registers, used 1 barriers, 280000 bytes smem\n"
      " ptxas error   : Entry function 'k' uses too much shared data (0x445c0 bytes, 0xc000 max)\n");
  EXPECT_EQ(failure.kind, FailureKind::resources);
  EXPECT_EQ(failure.text, "ptxas error   : Entry function 'k' uses too much shared data (0x445c0 bytes, 0xc000 max)");
}

}  // namespace
}  // namespace tilewright::backends::cuda
