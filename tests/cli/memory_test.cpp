#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

#ifdef TILEWRIGHT_RELEASE_PROGRAM
constexpr const char* kReleaseProgram = TILEWRIGHT_RELEASE_PROGRAM;
#else
constexpr const char* kReleaseProgram = "";
#endif

/// The most memory that a process has held since it became what it is, in KiB.
long peak_resident_kib(pid_t process) {
  const std::string status = content_of("/proc/" + std::to_string(process) + "/status");
  const std::size_t label = status.find("VmHWM:");
  const std::size_t digits = label == status.npos ? label : status.find_first_of("0123456789", label);
  long kib = -1;
  if (digits != status.npos) std::from_chars(&status[digits], status.data() + status.size(), kib);
  return kib;
}

// What `wait4` reports would count the memory of the test itself, of which a child starts as a copy. So the program is
// looked at while it writes its result: into a pipe that does not hold it all, which keeps it from ending.
TEST(Memory, TheReferenceTuneStaysUnder16Megabytes) {
  if (*kReleaseProgram == 0) GTEST_SKIP() << "no release program was given to look at";
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ASSERT_GT(::fcntl(ends[1], F_SETPIPE_SZ, 4096), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    ::execl(kReleaseProgram, "tilewright", "tune", "--format", "json", nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);

  std::array<char, 4096> buffer{};
  ASSERT_EQ(::read(ends[0], buffer.data(), 1), 1);
  const long kib = peak_resident_kib(child);
  while (::read(ends[0], buffer.data(), buffer.size()) > 0) {
  }
  ::close(ends[0]);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_GT(kib, 0);
  EXPECT_LT(kib, 16'000'000 / 1024);
}

}  // namespace
}  // namespace tilewright::cli
