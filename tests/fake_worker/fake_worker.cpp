#include <sys/types.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <variant>

#include "backends/cuda/child_process.hpp"
#include "backends/cuda/frame.hpp"
#include "backends/cuda/protocol.hpp"
#include "tests/fake_worker/behaviour.hpp"

namespace tilewright::fake_worker {
namespace {

using namespace backends::cuda;

void send(std::uint64_t number, const Reply& reply) {
  if (!send_frame(kChildSocket, encode(Numbered<Reply>{number, reply}), kNoDeadline)) std::exit(0);
}

[[noreturn]] void hang() {
  while (true) ::pause();
}

/// Whether no worker of this parent has asked before.
bool is_first_of_parent() {
  const auto mark = std::filesystem::temp_directory_path() / ("fake-worker-" + std::to_string(::getppid()));
  if (std::filesystem::remove(mark)) return false;
  return std::filesystem::create_directory(mark);
}

/// A device with 10 TFLOP/s and 100 GB/s, whose process can be told from others by its power.
MeasureReply good_reply(int index, int count) {
  return {Samples(static_cast<std::size_t>(count), index + 1.0),
          {.sm_mhz = 1000, .power_w = static_cast<double>(::getpid()), .temperature_c = 40}};
}

class FakeWorker {
 public:
  void answer(const Numbered<Request>& request) {
    std::visit([&](const auto& held) { act(request.number, held); }, request.message);
  }

 private:
  void act(std::uint64_t number, const AboutRequest& /*request*/) {
    const bool works = std::getenv(kHasDevice) != nullptr;
    send(number, AboutReply{{{"driver", true, "fake"}, {"device", works, works ? "Fake" : "there is none"}}});
  }

  void act(std::uint64_t number, const OpenRequest& request) {
    device_ = request.device;
    if (device_ == kNoSuchDevice || (device_ == kOpensOnce && !is_first_of_parent()))
      return send(number, ErrorReply{ErrorKind::bad_argument, "there is no device " + std::to_string(device_)});
    send(number, DeviceInfo{.name = "Fake",
                            .driver = "13.0",
                            .compute_capability = 80,
                            .sms = 100,
                            .clock_mhz = 1000,
                            .memory_clock_mhz = 1000,
                            .memory_bus_bits = 400,
                            .memory_bytes = 1 << 30,
                            .l2_bytes = 1 << 20,
                            .smem_per_sm = 164 * 1024,
                            .smem_per_cta = 163 * 1024,
                            .smem_reserved_per_cta = 1024,
                            .registers_per_sm = 65536,
                            .warps_per_sm = 64,
                            .ctas_per_sm = 32});
  }

  void act(std::uint64_t number, const SetUpRequest& /*request*/) {
    if (device_ == kDiesAtSetUp) std::abort();
    if (device_ == kTooSmall) return send(number, ErrorReply{ErrorKind::not_available, "it does not fit"});
    send(number, SetUpReply{"kernel", 0.5, {}});
  }

  void act(std::uint64_t number, const ListRequest& request) {
    ListReply reply;
    const int count = device_ == kOneCandidate ? 1 : request.count;
    for (int i = 0; i < count; ++i) reply.candidates.push_back("algo " + std::to_string(i));
    send(number, reply);
  }

  void act(std::uint64_t number, const LoadRequest& request) {
    const auto* const library = std::get_if<LibraryCandidate>(&request.candidate);
    loaded_[request.id] = library != nullptr ? library->index : behaviour(std::get<KernelCandidate>(request.candidate));
    send(number, LoadReply{0.25, 0.125});
  }

  void act(std::uint64_t number, const MeasureRequest& request) {
    const int index = loaded_.at(request.id);
    switch (static_cast<Behaviour>(index)) {
      case kHangs:
        hang();
      case kAborts:
        std::abort();
      case kExits:
        std::_Exit(7);
      case kAnswersLate:
        send(number - 1, MeasureReply{Samples(static_cast<std::size_t>(request.count), 1e-3), {}});
        break;
      case kAnswersAhead:
        return send(number + 1, good_reply(index, request.count));
      case kNonsense:
        static_cast<void>(send_frame(kChildSocket, "nonsense", kNoDeadline));
        hang();
      case kHalfAnswer:
        static_cast<void>(::write(kChildSocket, "\x10\0\0\0half", 8));
        hang();
      case kFails:
        return send(number, FailureReply{FailureKind::wrong_result, "1 of 4 elements are wrong", false});
      case kLosesContext:
        send(number, FailureReply{FailureKind::crashed, "CUDA error 700", true});
        std::_Exit(0);
      case kGood:
        break;
    }
    send(number, good_reply(index, request.count));
  }

  [[nodiscard]] Behaviour behaviour(const KernelCandidate& kernel) const {
    return device_ == kLosesFourWarps && kernel.config.integer("num_warps") == 4 ? kAborts : kGood;
  }

  int device_ = 0;
  std::map<int, int> loaded_;
};

int serve() {
  FakeWorker worker;
  while (true) {
    const auto received = receive_frame(kChildSocket, kNoDeadline);
    if (!std::holds_alternative<std::string>(received)) return 0;
    worker.answer(decode_request(std::get<std::string>(received)));
  }
}

}  // namespace
}  // namespace tilewright::fake_worker

int main() { return tilewright::fake_worker::serve(); }
