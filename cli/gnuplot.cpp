#include "cli/gnuplot.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/error.hpp"
#include "core/report/text_table.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

Error failed(std::string_view what) {
  return {ErrorKind::not_available, fmt::format("gnuplot does not work here: {}; see `tilewright doctor`", what)};
}

std::string last_fault() { return std::generic_category().message(errno); }

/// A file in memory. gnuplot gets one for each standard stream: with pipes, both sides could wait for each other.
class MemoryFile {
 public:
  MemoryFile() : file_(::memfd_create("tilewright", MFD_CLOEXEC)) {
    if (file_ < 0) throw failed(last_fault());
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(file_); }

  [[nodiscard]] int descriptor() const { return file_; }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(file_, text.data(), text.size());
      if (written < 0) throw failed(last_fault());
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    ::lseek(file_, 0, SEEK_SET);
  }

  [[nodiscard]] std::string read_all() const {
    ::lseek(file_, 0, SEEK_SET);
    std::string text;
    std::array<char, 1 << 16> block{};
    for (ssize_t count = 0; (count = ::read(file_, block.data(), block.size())) > 0;)
      text.append(block.data(), static_cast<std::size_t>(count));
    return text;
  }

 private:
  int file_;
};

/// Runs it to its end and returns its wait status.
int spawn_and_wait(const std::string& program, const std::array<const MemoryFile*, 3>& streams) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream = 0; stream < 3; ++stream)
    posix_spawn_file_actions_adddup2(&actions, streams[static_cast<std::size_t>(stream)]->descriptor(), stream);
  std::string name = "gnuplot";
  std::string no_start_up_files = "-d";
  const std::array<char*, 3> arguments{name.data(), no_start_up_files.data(), nullptr};
  pid_t child = 0;
  const int fault = ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0) throw failed(std::generic_category().message(fault));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw failed(last_fault());
  return status;
}

}  // namespace

std::optional<std::string> find_gnuplot() {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    const fs::path program = fs::path(folder) / "gnuplot";
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0) return program.string();
  }
  return std::nullopt;
}

std::string run_gnuplot(const std::string& program, const std::string& script) {
  const MemoryFile input;
  const MemoryFile output;
  const MemoryFile faults;
  input.write(script);
  const int status = spawn_and_wait(program, {&input, &output, &faults});
  const std::string drawing = output.read_all();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !drawing.empty()) return drawing;
  constexpr std::size_t kWidest = 200;
  const std::string words = report::one_line(faults.read_all(), kWidest);
  throw failed(words.empty() ? "it drew nothing" : words);
}

}  // namespace tilewright::cli
