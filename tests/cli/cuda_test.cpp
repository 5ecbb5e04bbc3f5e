// What the program says of the CUDA backends on a machine that cannot use them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

TEST(CudaBackends, AreListedByDoctor) {
  const std::string out = run({"doctor"}).out;
  EXPECT_THAT(out, HasSubstr("backend cuda"));
  EXPECT_THAT(out, HasSubstr("backend cublaslt"));
}

TEST(CudaBackends, SayWhatIsMissingWithCodeFour) {
  if (run({"tune", "--gpu", "auto"}).code == 0) GTEST_SKIP() << "this machine has a GPU";
  for (const char* backend : {"cuda", "cublaslt"}) {
    const Outcome outcome = run({"tune", "--backend", backend});
    EXPECT_TRUE(failed_in_one_line(outcome, 4)) << outcome.code << ": " << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("backend '" + std::string(backend) + "' is not available: "));
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_TRUE(failed_in_one_line(run({"tune", "--gpu", "auto"}), 4));
  EXPECT_TRUE(failed_in_one_line(run({"explain", "--gpu", "auto"}), 4));
}

}  // namespace
}  // namespace tilewright::cli
