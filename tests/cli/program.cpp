#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

void check(int result) {
  if (result < 0) throw std::runtime_error("the test cannot make what it needs");
}

/// Where one standard stream of the program goes, and what came: a pipe, a terminal, or a file that is not read.
class Stream {
 public:
  Stream(bool terminal, const std::string& path) {
    if (!path.empty()) {
      check(there_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
      return;
    }
    std::array<int, 2> ends{};
    check(terminal ? ::openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) : ::pipe(ends.data()));
    here_ = ends[0];
    there_ = ends[1];
    // Both hold little, so they are emptied while the program runs, until the last writer has closed.
    reader_ = std::thread([this] { read_all(); });
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    static_cast<void>(finish());
    if (here_ >= 0) ::close(here_);
  }

  [[nodiscard]] int descriptor() const { return there_; }

  /// What came, once the program has ended.
  [[nodiscard]] std::string finish() {
    if (there_ >= 0) ::close(std::exchange(there_, -1));
    if (reader_.joinable()) reader_.join();
    return text_;
  }

 private:
  void read_all() {
    std::array<char, 4096> block{};
    for (ssize_t count = 0; (count = ::read(here_, block.data(), block.size())) > 0;)
      text_.append(block.data(), static_cast<std::size_t>(count));
  }

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

/// A write past the limit fails, as on a full disk.
void limit_files(std::int64_t bytes) {
  const rlimit limit{.rlim_cur = static_cast<rlim_t>(bytes), .rlim_max = static_cast<rlim_t>(bytes)};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  ::signal(SIGXFSZ, SIG_IGN);
}

Outcome run_program(std::vector<std::string> command, const Surroundings& surroundings) {
  Stream out(surroundings.out_is_terminal, surroundings.out_path);
  Stream err(surroundings.err_is_terminal, "");
  std::vector<std::string> environment = surroundings.environment;
#ifdef __SANITIZE_THREAD__
  environment.emplace_back("TSAN_OPTIONS=suppressions='" TILEWRIGHT_SOURCE_DIR "/tests/support/tsan.supp'");
#endif
  const std::vector<char*> arguments = pointers_to(command);
  const std::vector<char*> variables = pointers_to(environment);
  const pid_t child = ::fork();
  check(child);
  if (child == 0) {
    if (surroundings.max_file_bytes >= 0) limit_files(surroundings.max_file_bytes);
    if (surroundings.never_root && ::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(127);
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(out.descriptor(), STDOUT_FILENO);
    ::dup2(err.descriptor(), STDERR_FILENO);
    for (int file = 3; file < 64; ++file) ::close(file);
    ::execve(arguments[0], arguments.data(), variables.data());
    ::_exit(127);
  }
  int status = 0;
  check(::waitpid(child, &status, 0));
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

bool has_terminals() {
  std::array<int, 2> ends{};
  if (::openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) != 0) return false;
  for (const int end : ends) ::close(end);
  return true;
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

std::optional<std::string> full_device(const ScratchFolder& folder) {
  if (::geteuid() != 0) return "/dev/full";
  const std::string path = folder.path("full");
  const bool made = ::mknod(path.c_str(), S_IFCHR | 0666, makedev(1, 7)) == 0;
  const int file = made ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC) : -1;
  if (file < 0) return std::nullopt;  // neither is allowed everywhere
  ::close(file);
  return path;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tilewright::cli
