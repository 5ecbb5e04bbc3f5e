#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pty.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

/// Where one standard stream of the program goes, and what came.
class Stream {
 public:
  Stream(bool terminal, const std::string& path) : terminal_(terminal) {
    if (terminal)
      check(::openpty(&here_, &there_, nullptr, nullptr, nullptr));
    else
      there_ = path.empty() ? ::memfd_create("stream", MFD_CLOEXEC) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    check(there_);
    // A terminal holds little, so it is emptied while the program runs; it ends when its last writer has closed it.
    if (terminal) reader_ = std::thread([this] { read_from(here_); });
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (there_ >= 0) ::close(there_);
    if (here_ >= 0) ::close(here_);
  }

  [[nodiscard]] int descriptor() const { return there_; }

  [[nodiscard]] std::string finish() {
    if (!terminal_) {
      ::lseek(there_, 0, SEEK_SET);
      read_from(there_);
    }
    ::close(there_);
    there_ = -1;
    if (reader_.joinable()) reader_.join();
    return text_;
  }

 private:
  static void check(int result) {
    if (result < 0) throw std::runtime_error("the test cannot make a stream");
  }

  void read_from(int file) {
    std::array<char, 4096> block{};
    for (ssize_t count = 0; (count = ::read(file, block.data(), block.size())) > 0;)
      text_.append(block.data(), static_cast<std::size_t>(count));
  }

  bool terminal_;
  int here_ = -1;
  int there_ = -1;
  std::string text_;
  std::thread reader_;
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

Outcome run_program(std::vector<std::string> command, const Surroundings& surroundings) {
  Stream out(surroundings.out_is_terminal, surroundings.out_path);
  Stream err(surroundings.err_is_terminal, "");
  std::vector<std::string> environment = surroundings.environment;
  const std::vector<char*> arguments = pointers_to(command);
  const std::vector<char*> variables = pointers_to(environment);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(out.descriptor(), STDOUT_FILENO);
    ::dup2(err.descriptor(), STDERR_FILENO);
    for (int file = 3; file < 64; ++file) ::close(file);
    ::execve(arguments[0], arguments.data(), variables.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {
      .code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), .out = out.finish(), .err = err.finish()};
}

}  // namespace

Outcome run(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  std::vector<std::string> command{surroundings.program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(std::move(command), surroundings);
}

Outcome run_line(const std::string& line) {
  const std::string call = fmt::format("tilewright() {{ '{}' \"$@\"; }}\n{}", TILEWRIGHT_PROGRAM, line);
  return run_program({"/bin/sh", "-c", call}, {});
}

bool failed_in_one_line(const Outcome& outcome, int code) {
  return outcome.code == code && outcome.err.starts_with("tilewright: ") && outcome.err.ends_with('\n') &&
         std::ranges::count(outcome.err, '\n') == 1;
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (fs::temp_directory_path() / "tilewright-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("the test cannot make a folder");
  folder_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string ScratchFolder::file(std::string_view name, std::string_view content) const {
  std::ofstream(folder_ / name, std::ios::binary) << content;
  return path(name);
}

std::vector<std::string> ScratchFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tilewright::cli
