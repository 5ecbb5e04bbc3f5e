#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

#ifdef TILEWRIGHT_RELEASE_PROGRAM
constexpr const char* kReleaseProgram = TILEWRIGHT_RELEASE_PROGRAM;
#else
constexpr const char* kReleaseProgram = nullptr;
#endif

/// Good and bad uses of every kind.
const std::vector<std::string> kFlags[] = {
    {"tune"},
    {"tune", "--format", "json", "--top-k", "all"},
    {"tune", "--format", "json", "--stream", "per_config", "--interleave", "--drift", "0.001", "--cold", "3"},
    {"tune", "--format", "csv", "--shape", "1x1x1", "--rule", "ci[95]:smem"},
    {"tune", "--shape", "2147483647x2147483647x2147483647"},
    {"tune", "--fail", "launch"},
    {"tune", "--fail", "crashed:BM=128", "--rule", "within[2%]:-registers,p80"},
    {"explain", "--format", "json", "--shape", "1x4095x77", "--gpu", "h200"},
    {"explain", "--format", "csv"},
    {"gpus"},
    {"gpus", "--gpu", "rtx9999"},
    {"tune", "--gpu", "missing.json"},
    {"tune", "--shape", "0x1x1"},
    {"tune", "--shape", "9223372036854775808x1x1"},
    {"tune", "--top-k", "nan"},
    {"tune", "--top-k", "0"},
    {"tune", "--repeats", "0"},
    {"tune", "--rule", "overlap[80,20]:smem"},
    {"tune", "--seed", "-1"},
    {"tune", "--nothing"},
    {"nothing"},
    {},
};

TEST(Builds, DebugAndReleaseSayTheSame) {
  if (kReleaseProgram == nullptr) GTEST_SKIP() << "no release program was given to compare with";
  for (const std::vector<std::string>& flags : kFlags) {
    const Outcome here = run(flags);
    const Outcome release = run(flags, {.program = kReleaseProgram});
    EXPECT_EQ(here.code, release.code) << testing::PrintToString(flags);
    EXPECT_EQ(here.out, release.out) << testing::PrintToString(flags);
    EXPECT_EQ(here.err, release.err) << testing::PrintToString(flags);
  }
}

}  // namespace
}  // namespace tilewright::cli
