#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "backends/cuda/protocol.hpp"
#include "backends/cuda/worker/candidate.hpp"
#include "backends/cuda/worker/operand_sets.hpp"
#include "backends/cuda/worker/owned.hpp"
#include "backends/cuda/worker/workspace.hpp"

namespace tilewright::backends::cuda {

/// A graph of many runs, and what it is valid for.
struct RunGraph {
  GraphExec graph;
  int runs = 0;
  int workspace_generation = -1;
};

/// Times runs on the device.
class Timer {
 public:
  /// The L2 is flushed by reading a buffer of twice its size, and of at least 32 MiB, so that the reading covers the
  /// queueing of the run. Writing it would do too, but the run would pay for what then has to be written back: 7 of
  /// 27 us for 16 x 4096 x 4096 on an H200.
  Timer(Method method, std::int64_t l2_bytes, OperandSets& sets, Workspace& workspace, Helpers& helpers,
        cudaStream_t stream);

  /// Milliseconds of what `run` queues, with the L2 flushed before it, between two events.
  [[nodiscard]] double time_once(const std::function<void()>& run);

  /// `count` samples as the method says. `run_ms` is what `time_once` gave; `graph` is made when it is not there yet.
  [[nodiscard]] Samples take(Candidate& candidate, int count, double run_ms, RunGraph& graph);

 private:
  void flush();
  [[nodiscard]] Samples take_with_events(Candidate& candidate, int count);
  [[nodiscard]] Samples take_with_graph(const RunGraph& graph, int count);
  void make_graph(Candidate& candidate, double run_ms, RunGraph& graph);
  [[nodiscard]] kernels::GemmAddresses addresses(int set) const;

  /// Runs `work(i)` between two events, `count` times, `before()` ahead of the first of them; then waits.
  template <typename Before, typename Work>
  [[nodiscard]] Samples between_events(int count, Before before, Work work);

  Method method_;
  std::int64_t l2_bytes_;
  OperandSets& sets_;
  Workspace& workspace_;
  Helpers& helpers_;
  cudaStream_t stream_;
  DeviceMemory flushing_;
  std::vector<Event> begins_;
  std::vector<Event> ends_;
};

/// How many runs a graph has: enough for 0.4 ms, so that starting it weighs little, from 4 to 100; and no more than
/// there are sets when the sets do not fill the L2 twice, so that none is met again.
[[nodiscard]] int runs_in_graph(double run_ms, bool cold_l2, int sets, std::int64_t set_bytes, std::int64_t l2_bytes);

}  // namespace tilewright::backends::cuda
