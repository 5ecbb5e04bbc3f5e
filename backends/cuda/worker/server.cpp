#include "backends/cuda/worker/server.hpp"

#include <type_traits>

#include "backends/cuda/worker/device.hpp"
#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

/// Whether a fault has made the context useless: every later call fails too.
bool context_is_lost() {
  static_cast<void>(cudaGetLastError());  // an error of this call alone is over now
  return cudaDeviceSynchronize() != cudaSuccess;
}

/// What goes wrong with a candidate is its failure; with anything else, nothing can be measured.
template <typename Request>
constexpr bool kIsOfCandidate = std::is_same_v<Request, LoadRequest> || std::is_same_v<Request, MeasureRequest>;

Reply reply_of(const CudaFault& fault, bool of_candidate) {
  if (!of_candidate) return ErrorReply{ErrorKind::not_available, fault.what()};
  return FailureReply{kind_of(fault.code()), fault.what(), context_is_lost()};
}

Reply reply_of(const Error& fault, bool of_candidate) {
  if (!of_candidate) return ErrorReply{fault.kind(), fault.what()};
  return FailureReply{FailureKind::launch, fault.what()};
}

Reply reply_of(const std::exception& fault, bool of_candidate) {
  if (!of_candidate) return ErrorReply{ErrorKind::not_available, fault.what()};
  return FailureReply{FailureKind::crashed, fault.what()};
}

}  // namespace

Reply Server::answer(const Request& request) {
  return std::visit(
      [this](const auto& held) -> Reply {
        constexpr bool kOfCandidate = kIsOfCandidate<std::decay_t<decltype(held)>>;
        try {
          return act(held);
        } catch (const CudaFault& fault) {
          return reply_of(fault, kOfCandidate);
        } catch (const WrongResult& fault) {
          return FailureReply{FailureKind::wrong_result, fault.what()};
        } catch (const Error& fault) {
          return reply_of(fault, kOfCandidate);
        } catch (const std::exception& fault) {
          return reply_of(fault, kOfCandidate);
        }
      },
      request);
}

Reply Server::act(const AboutRequest& /*request*/) { return AboutReply{components()}; }

Reply Server::act(const OpenRequest& request) {
  if (request.build != build_id())
    throw Error(
        ErrorKind::not_available,
        "the worker tilewright-cuda-worker is of another build than this program; build or install them together");
  device_ = open_device(request.device);
  clocks_.emplace(device_.pci_bus_id);
  return device_;
}

Reply Server::act(const SetUpRequest& request) {
  if (!clocks_) throw Error(ErrorKind::bad_argument, "no device was taken");
  bench_.reset();  // its memory first
  bench_ = std::make_unique<Bench>(device_, request, *clocks_);
  return bench_->set_up_reply();
}

Reply Server::act(const ListRequest& request) { return bench().list(request); }
Reply Server::act(const LoadRequest& request) { return bench().load(request); }
Reply Server::act(const MeasureRequest& request) { return bench().measure(request); }

Bench& Server::bench() {
  if (bench_ == nullptr) throw Error(ErrorKind::bad_argument, "no operands were made");
  return *bench_;
}

}  // namespace tilewright::backends::cuda
