#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backends/cuda/protocol.hpp"
#include "backends/cuda/worker_link.hpp"

namespace tilewright::backends::cuda {

struct SessionOptions {
  std::filesystem::path worker = {};  ///< empty: as `find_worker`
  int device = 0;
  std::chrono::milliseconds timeout{10000};  ///< for loading and checking; beyond what warm-up and samples should take
};

/// Measuring on one device through worker processes, one at a time. A candidate that takes its worker down is marked
/// with how, another worker takes its place, and the rest go on.
class Session {
 public:
  using Candidate = decltype(LoadRequest::candidate);

  /// Starts a worker and takes the device. Throws `Error` when that does not work.
  explicit Session(SessionOptions options);

  [[nodiscard]] const DeviceInfo& device() const { return device_; }

  /// Makes operands and reference; again in each worker that replaces another. Throws `Error` when it does not work,
  /// for lack of memory for instance.
  const SetUpReply& set_up(SetUpRequest request);

  /// At most `count` of the library's candidates, after `set_up`. Throws `Error` when the library is missing.
  [[nodiscard]] std::vector<std::string> library_candidates(int count);

  /// `count` samples of candidate `id`, which `candidate` is asked for when a worker does not have it yet. A failed
  /// candidate fails again with the same words. Throws `Error` when there is no worker to be had any more.
  [[nodiscard]] std::variant<MeasureReply, Failure> measure(int id, int count,
                                                            const std::function<Candidate()>& candidate);

  /// What loading found out of a candidate; nothing before it was measured and when it failed.
  [[nodiscard]] std::optional<LoadReply> loaded(int id) const;

  /// How many workers were lost.
  [[nodiscard]] int workers_lost() const { return workers_lost_; }

 private:
  void start();
  void send_set_up();
  void ensure_worker();
  std::optional<Failure> load(int id, const std::function<Candidate()>& candidate);
  [[nodiscard]] std::chrono::milliseconds warm_up() const;
  [[nodiscard]] std::chrono::milliseconds time_for(int id, int count) const;
  [[nodiscard]] Failure fail(int id, Failure failure);

  /// The answer of type `Expected`, or the failure. Throws `Error` for an error reply.
  template <typename Expected>
  [[nodiscard]] std::variant<Expected, Failure> ask(const Request& request, std::chrono::milliseconds limit);

  SessionOptions options_;
  std::unique_ptr<WorkerLink> worker_;
  DeviceInfo device_;
  std::optional<SetUpRequest> set_up_;
  SetUpReply set_up_reply_;
  std::map<int, LoadReply> loaded_;  // what is known, by whichever worker
  std::set<int> in_worker_;          // what the present worker has
  std::map<int, Failure> failed_;
  int workers_lost_ = 0;
  std::optional<Error> broken_;
};

}  // namespace tilewright::backends::cuda
