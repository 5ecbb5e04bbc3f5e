#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "backends/cuda/child_process.hpp"
#include "backends/cuda/frame.hpp"
#include "backends/cuda/protocol.hpp"

namespace tilewright::backends::cuda {

/// A worker process and the conversation with it. Once a request is not answered as it should be the worker is lost:
/// killed and reaped, and only good for being replaced.
class WorkerLink {
 public:
  /// Throws `Error` (not_available) when the program does not start.
  explicit WorkerLink(const std::filesystem::path& program);

  /// The answer to `request`; or, when the worker is lost over it, a failure that says how: `timeout` when there was no
  /// answer within `limit`, else `crashed`. Answers to earlier requests are dropped.
  [[nodiscard]] std::variant<Reply, Failure> ask(const Request& request, std::chrono::milliseconds limit);

  [[nodiscard]] bool lost() const { return lost_; }

 private:
  [[nodiscard]] std::variant<Reply, Failure> answer(std::chrono::milliseconds limit, Deadline deadline);
  [[nodiscard]] Failure lose(FailureKind kind, const std::string& what);

  ChildProcess process_;
  std::uint64_t number_ = 0;
  bool lost_ = false;
};

/// Where the worker program is: `given` unless it is empty; else what `TILEWRIGHT_CUDA_WORKER` names; else
/// `tilewright-cuda-worker` in the folder of the running program, or in `../backends` or `../libexec/tilewright` from
/// there; else where it was installed. Throws `Error` (not_available) with the places when it is in none.
[[nodiscard]] std::filesystem::path find_worker(const std::filesystem::path& given = {});

}  // namespace tilewright::backends::cuda
