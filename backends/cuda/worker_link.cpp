#include "backends/cuda/worker_link.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWorkerName = "tilewright-cuda-worker";

std::vector<fs::path> worker_places() {
  std::vector<fs::path> places;
  std::error_code fault;
  const fs::path program = fs::read_symlink("/proc/self/exe", fault);
  if (!fault)
    for (const char* const folder : {".", "../backends", "../libexec/tilewright"})
      places.push_back((program.parent_path() / folder / kWorkerName).lexically_normal());
#ifdef TILEWRIGHT_LIBEXEC_DIR
  places.push_back(fs::path(TILEWRIGHT_LIBEXEC_DIR) / kWorkerName);
#endif
  return places;
}

bool can_run(const fs::path& program) {
  std::error_code ignored;
  return fs::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0;
}

fs::path checked(const fs::path& program) {
  if (can_run(program)) return program;
  throw Error(ErrorKind::not_available, fmt::format("the worker program '{}' cannot be run", program.string()));
}

}  // namespace

WorkerLink::WorkerLink(const fs::path& program) : process_(program) {}

std::variant<Reply, Failure> WorkerLink::ask(const Request& request, std::chrono::milliseconds limit) {
  if (lost_) return Failure{FailureKind::crashed, "the worker is lost"};
  const Deadline deadline = std::chrono::steady_clock::now() + limit;
  ++number_;
  if (!send_frame(process_.socket(), encode(Numbered<Request>{number_, request}), deadline))
    return lose(FailureKind::crashed, "the worker took no request");
  return answer(limit, deadline);
}

std::variant<Reply, Failure> WorkerLink::answer(std::chrono::milliseconds limit, Deadline deadline) {
  while (true) {
    const auto received = receive_frame(process_.socket(), deadline);
    if (const auto* const fault = std::get_if<FrameFault>(&received)) {
      if (*fault == FrameFault::timeout)
        return lose(FailureKind::timeout, fmt::format("no answer within {} ms", limit.count()));
      return lose(FailureKind::crashed, "the worker was lost");
    }
    try {
      Numbered<Reply> reply = decode_reply(std::get<std::string>(received));
      if (reply.number < number_) continue;
      if (reply.number > number_) return lose(FailureKind::crashed, "the worker answered what it was not asked");
      if (const auto* const failure = std::get_if<FailureReply>(&reply.message); failure != nullptr && failure->lost)
        static_cast<void>(lose(failure->kind, failure->text));
      return std::move(reply.message);
    } catch (const std::exception&) {
      return lose(FailureKind::crashed, "the worker answered with something else");
    }
  }
}

Failure WorkerLink::lose(FailureKind kind, const std::string& what) {
  lost_ = true;
  const std::string how = process_.end();
  // A worker that was killed for being late has nothing more to say.
  return {kind, kind == FailureKind::timeout ? what + "; the worker was killed" : fmt::format("{}: it {}", what, how)};
}

fs::path find_worker(const fs::path& given) {
  if (!given.empty()) return checked(given);
  if (const char* const named = std::getenv("TILEWRIGHT_CUDA_WORKER"); named != nullptr && *named != '\0')
    return checked(named);
  std::string places;
  for (const fs::path& place : worker_places()) {
    if (can_run(place)) return place;
    places += (places.empty() ? "" : ", ") + place.string();
  }
  throw Error(ErrorKind::not_available,
              fmt::format("the program {} is in none of {}; build or install it, or set TILEWRIGHT_CUDA_WORKER to it",
                          kWorkerName, places));
}

}  // namespace tilewright::backends::cuda
