#include "backends/write_and_close.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace tilewright::backends {
namespace {

TEST(WriteAndClose, writes_all_of_it) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path());
  const std::string path = (folder.path() / "file").string();
  const std::string bytes(3'000'000, 'x');
  ASSERT_TRUE(write_and_close(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), bytes));
  std::ifstream file(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), bytes);
}

TEST(WriteAndClose, tells_why_not) {
  errno = 0;
  EXPECT_FALSE(write_and_close(::open("/dev/null", O_RDONLY | O_CLOEXEC), "text"));
  EXPECT_EQ(errno, EBADF);
}

}  // namespace
}  // namespace tilewright::backends
