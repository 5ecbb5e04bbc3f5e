#include <poll.h>
#include <unistd.h>

#include <exception>
#include <thread>
#include <variant>

#include "backends/cuda/child_process.hpp"
#include "backends/cuda/frame.hpp"
#include "backends/cuda/worker/server.hpp"

// The worker: measures what it is asked to over the socket that it was started with, until that closes.
namespace tilewright::backends::cuda {
namespace {

/// Ends the process when the asker is gone, whatever the device is doing at that moment.
void end_with_asker() {
  std::thread([] {
    pollfd socket{kChildSocket, POLLRDHUP, 0};
    while (::poll(&socket, 1, -1) <= 0) {
    }
    ::_exit(0);
  }).detach();
}

bool ends(const Reply& reply) {
  const auto* const failure = std::get_if<FailureReply>(&reply);
  return failure != nullptr && failure->lost;
}

int serve() {
  Server server;
  while (true) {
    const auto received = receive_frame(kChildSocket, kNoDeadline);
    if (!std::holds_alternative<std::string>(received)) return 0;
    const Numbered<Request> request = decode_request(std::get<std::string>(received));
    const Numbered<Reply> reply{request.number, server.answer(request.message)};
    if (!send_frame(kChildSocket, encode(reply), kNoDeadline) || ends(reply.message)) return 0;
  }
}

}  // namespace
}  // namespace tilewright::backends::cuda

int main() {
  try {
    tilewright::backends::cuda::end_with_asker();
    // A device that is beyond use may keep the runtime's own clearing up from ending.
    ::_exit(tilewright::backends::cuda::serve());
  } catch (const std::exception&) {
    ::_exit(1);
  }
}
