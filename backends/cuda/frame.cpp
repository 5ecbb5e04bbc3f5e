#include "backends/cuda/frame.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace tilewright::backends::cuda {
namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

/// What `poll` takes: -1 for ever, else rounded up, so that the deadline has passed when it returns.
int milliseconds_until(Deadline deadline) {
  if (deadline == kNoDeadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

/// Waits until the socket can be read or written. Returns whether it can (or is closed) before the deadline.
bool wait_for(int socket, short events, Deadline deadline) {
  pollfd waited{socket, events, 0};
  while (true) {
    const int count = ::poll(&waited, 1, milliseconds_until(deadline));
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
  }
}

/// Runs `transfer(done)`, which moves some bytes, until `size` of them are done. Nothing, or why not.
template <typename Transfer>
std::optional<FrameFault> move_all(int socket, short events, std::size_t size, Deadline deadline, Transfer transfer) {
  for (std::size_t done = 0; done < size;) {
    if (!wait_for(socket, events, deadline)) return FrameFault::timeout;
    const ssize_t moved = transfer(done);
    if (moved > 0)
      done += static_cast<std::size_t>(moved);
    else if (moved == 0 || (errno != EINTR && errno != EAGAIN))
      return FrameFault::closed;
  }
  return std::nullopt;
}

std::optional<FrameFault> send_all(int socket, const char* data, std::size_t size, Deadline deadline) {
  return move_all(socket, POLLOUT, size, deadline, [=](std::size_t done) {
    return ::send(socket, data + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
  });
}

std::optional<FrameFault> receive_all(int socket, char* data, std::size_t size, Deadline deadline) {
  return move_all(socket, POLLIN, size, deadline,
                  [=](std::size_t done) { return ::recv(socket, data + done, size - done, MSG_DONTWAIT); });
}

}  // namespace

bool send_frame(int socket, std::string_view bytes, Deadline deadline) {
  std::array<char, kLengthBytes> length{};
  for (std::size_t i = 0; i < kLengthBytes; ++i) length[i] = static_cast<char>((bytes.size() >> (8 * i)) & 0xff);
  return !send_all(socket, length.data(), length.size(), deadline) &&
         !send_all(socket, bytes.data(), bytes.size(), deadline);
}

std::variant<std::string, FrameFault> receive_frame(int socket, Deadline deadline) {
  std::array<char, kLengthBytes> length{};
  if (const auto fault = receive_all(socket, length.data(), length.size(), deadline)) return *fault;
  std::size_t size = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) size |= std::size_t{static_cast<unsigned char>(length[i])} << (8 * i);
  if (size > kMostBytes) return FrameFault::broken;
  std::string bytes(size, '\0');
  if (const auto fault = receive_all(socket, bytes.data(), size, deadline)) return *fault;
  return bytes;
}

}  // namespace tilewright::backends::cuda
