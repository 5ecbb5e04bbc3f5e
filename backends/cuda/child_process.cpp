#include "backends/cuda/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

using std::chrono::milliseconds;

/// A process that died on a device may take this long to let go of it.
constexpr milliseconds kReapLimit{10000};

Error not_started(const std::filesystem::path& program, int fault) {
  return {ErrorKind::not_available,
          fmt::format("cannot start {}: {}", program.string(), std::generic_category().message(fault))};
}

/// Starts `program` with `socket` as its descriptor 3. Returns the process, or the fault in `errno` as a negative.
pid_t spawn(const std::filesystem::path& program, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, kChildSocket);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  std::string name = program.string();
  const std::array<char*, 2> arguments{name.data(), nullptr};
  pid_t child = 0;
  const int fault = ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return fault == 0 ? child : -fault;
}

std::string describe(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("exited with {}", WEXITSTATUS(status));
}

/// How the process ended; nothing is known when it does not end within the limit.
std::string reap(pid_t process) {
  const auto limit = std::chrono::steady_clock::now() + kReapLimit;
  int status = 0;
  while (std::chrono::steady_clock::now() < limit) {
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process) return describe(status);
    if (ended < 0 && errno != EINTR) return "is gone";
    std::this_thread::sleep_for(milliseconds(1));
  }
  return "does not end";
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(value_, other.value_);
  return *this;
}

Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

ChildProcess::ChildProcess(const std::filesystem::path& program) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw not_started(program, errno);
  socket_ = Descriptor(ends[0]);
  const Descriptor theirs(ends[1]);
  id_ = spawn(program, theirs.get());
  if (id_ < 0) throw not_started(program, -id_);
}

ChildProcess::~ChildProcess() { end(); }

std::string ChildProcess::end() {
  if (!how_.empty()) return how_;
  int status = 0;
  const bool ended_itself = ::waitpid(id_, &status, WNOHANG) == id_;
  if (!ended_itself) ::kill(id_, SIGKILL);
  how_ = ended_itself ? describe(status) : reap(id_);
  return how_;
}

}  // namespace tilewright::backends::cuda
