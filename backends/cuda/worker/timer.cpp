#include "backends/cuda/worker/timer.hpp"

#include <algorithm>
#include <cmath>

namespace tilewright::backends::cuda {
namespace {

constexpr std::int64_t kLeastFlush = std::int64_t{32} << 20;
constexpr int kFewestRuns = 4;
constexpr int kMostRuns = 100;
constexpr int kMostInFlight = 100;  // runs that are queued before they are waited for

}  // namespace

int runs_in_graph(double run_ms, bool cold_l2, int sets, std::int64_t set_bytes, std::int64_t l2_bytes) {
  const double wanted = run_ms > 0 ? std::ceil(kGraphMs / run_ms) : kMostRuns;
  const int runs = static_cast<int>(std::clamp<double>(wanted, kFewestRuns, kMostRuns));
  const bool sets_fill_l2_twice = sets * set_bytes >= 2 * l2_bytes;
  return cold_l2 && !sets_fill_l2_twice ? std::min(runs, sets) : runs;
}

Timer::Timer(Method method, std::int64_t l2_bytes, OperandSets& sets, Workspace& workspace, Helpers& helpers,
             cudaStream_t stream)
    : method_(method),
      l2_bytes_(l2_bytes),
      sets_(sets),
      workspace_(workspace),
      helpers_(helpers),
      stream_(stream),
      flushing_(std::max(2 * l2_bytes, kLeastFlush)) {
  check(cudaMemsetAsync(flushing_.get(), 0, static_cast<std::size_t>(flushing_.bytes()), stream_), "fill a buffer");
}

void Timer::flush() { helpers_.touch(flushing_.address(), flushing_.bytes()); }

kernels::GemmAddresses Timer::addresses(int set) const { return workspace_.complete(sets_.addresses(set)); }

template <typename Before, typename Work>
Samples Timer::between_events(int count, Before before, Work work) {
  while (begins_.size() < static_cast<std::size_t>(count)) {
    begins_.push_back(make_event());
    ends_.push_back(make_event());
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    before();
    check(cudaEventRecord(begins_[i].get(), stream_), "record an event");
    work();
    check(cudaEventRecord(ends_[i].get(), stream_), "record an event");
  }
  check(cudaStreamSynchronize(stream_), "run");
  Samples samples_ms;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    float elapsed_ms = 0;
    check(cudaEventElapsedTime(&elapsed_ms, begins_[i].get(), ends_[i].get()), "read the time");
    samples_ms.push_back(static_cast<double>(elapsed_ms));
  }
  return samples_ms;
}

double Timer::time_once(const std::function<void()>& run) {
  return between_events(
             1, [this] { flush(); }, run)
      .front();
}

Samples Timer::take(Candidate& candidate, int count, double run_ms, RunGraph& graph) {
  Samples samples_ms;
  if (method_.timing == Timing::graph && graph.workspace_generation != workspace_.generation())
    make_graph(candidate, run_ms, graph);
  while (static_cast<int>(samples_ms.size()) < count) {
    const int part = std::min(count - static_cast<int>(samples_ms.size()), kMostInFlight);
    const Samples taken =
        method_.timing == Timing::graph ? take_with_graph(graph, part) : take_with_events(candidate, part);
    samples_ms.insert(samples_ms.end(), taken.begin(), taken.end());
  }
  return samples_ms;
}

Samples Timer::take_with_events(Candidate& candidate, int count) {
  const auto run = [&] { candidate.run(addresses(0), stream_); };
  if (method_.cold_l2)
    return between_events(
        count, [this] { flush(); }, run);
  run();
  return between_events(
      count, [] {}, run);
}

Samples Timer::take_with_graph(const RunGraph& graph, int count) {
  const auto run = [&] { check(cudaGraphLaunch(graph.graph.get(), stream_), "launch the graph"); };
  if (!method_.cold_l2) run();
  Samples samples_ms = between_events(
      count,
      [this] {
        if (method_.cold_l2) flush();
      },
      run);
  for (double& sample_ms : samples_ms) sample_ms /= graph.runs;
  return samples_ms;
}

void Timer::make_graph(Candidate& candidate, double run_ms, RunGraph& graph) {
  graph.runs = runs_in_graph(run_ms, method_.cold_l2, sets_.count(), sets_.set_bytes(), l2_bytes_);
  cudaGraph_t captured = nullptr;
  check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "begin a graph");
  try {
    for (int i = 0; i < graph.runs; ++i) candidate.run(addresses(method_.cold_l2 ? i % sets_.count() : 0), stream_);
  } catch (...) {
    static_cast<void>(cudaStreamEndCapture(stream_, &captured));
    const Graph dropped(captured);
    throw;
  }
  check(cudaStreamEndCapture(stream_, &captured), "end a graph");
  const Graph owned(captured);
  cudaGraphExec_t made = nullptr;
  check(cudaGraphInstantiate(&made, captured, 0), "make a graph");
  graph.graph = GraphExec(made);
  graph.workspace_generation = workspace_.generation();
  check(cudaGraphUpload(made, stream_), "upload a graph");
}

}  // namespace tilewright::backends::cuda
