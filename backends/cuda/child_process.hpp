#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace tilewright::backends::cuda {

/// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(other.value_) { other.value_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  [[nodiscard]] int get() const { return value_; }

 private:
  int value_;
};

/// The descriptor that a child finds its end of the socket at.
inline constexpr int kChildSocket = 3;

/// A running program with a socket to it. It is killed and reaped at the end at the latest.
class ChildProcess {
 public:
  /// Starts `program`, which finds a stream socket as descriptor `kChildSocket` and its standard output joined to
  /// standard error. Throws `Error` (not_available) when it does not start.
  explicit ChildProcess(const std::filesystem::path& program);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  [[nodiscard]] int socket() const { return socket_.get(); }
  [[nodiscard]] pid_t id() const { return id_; }

  /// Kills it if it still runs, reaps it, and says how it ended, as `ended by signal 11 (Segmentation fault)`.
  std::string end();

 private:
  Descriptor socket_;
  pid_t id_ = 0;
  std::string how_;  // not empty once reaped
};

}  // namespace tilewright::backends::cuda
