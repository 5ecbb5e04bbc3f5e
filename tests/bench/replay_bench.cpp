// How long replaying a recording takes. The recording is the GEMM of 17,956 configs on an RTX 3090 where ../shared has
// it, else one of the same size that is made here; the label says which.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "backends/replay.hpp"
#include "core/formats/read.hpp"
#include "core/formats/write.hpp"
#include "core/tuning/tune.hpp"
#include "tests/support/data.hpp"

namespace tilewright {
namespace {

using backends::RecordedConfigs;
using backends::Replay;
using backends::ReplayMode;

constexpr std::int64_t kConfigs = 17'956;
constexpr int kSamples = 32;

std::optional<std::filesystem::path> real_file() { return test::shared_file("kerneltuner_gemm_RTX_3090.json.gz"); }

/// 15 parameters, of which 9 take 2 to 4 values.
formats::Recording synthetic() {
  formats::Recording recording{.source = "synthetic", .kernel = "gemm"};
  for (int i = 0; i < 15; ++i) recording.parameters.push_back(fmt::format("p{}", i));
  const auto names = std::make_shared<const Config::Names>(recording.parameters);
  for (std::int64_t i = 0; i < kConfigs; ++i) {
    std::vector<Value> values;
    std::int64_t rest = i;
    for (int p = 0; p < 15; ++p, rest /= 4) values.emplace_back(p < 8 ? std::int64_t{8} << (rest % 4) : 1);
    formats::Row row{.config = Config(names, std::move(values))};
    for (int n = 0; n < kSamples; ++n)
      row.samples_ms.push_back(1 + 0.001 * static_cast<double>((i * 7919 + n * 31) % 4001));
    recording.rows.push_back(std::move(row));
  }
  return recording;
}

const std::string& bytes() {
  static const std::string text =
      real_file() ? test::bytes_of(*real_file()) : formats::kernel_tuner_cache(synthetic(), "2024-01-01T00:00:00Z");
  return text;
}

const formats::Recording& recording() {
  static const formats::Recording read = formats::read_text(bytes(), "bench").recordings.at(0);
  return read;
}

std::shared_ptr<const RecordedConfigs> recorded() {
  static const auto configs = std::make_shared<const RecordedConfigs>(recording());
  return configs;
}

void label(benchmark::State& state) { state.SetLabel(real_file() ? "RTX 3090 recording" : "synthetic recording"); }

/// From the bytes of the file to a backend that can be asked.
void replay_load(benchmark::State& state) {
  for (auto _ : state) {
    const formats::Reading reading = formats::read_text(bytes(), "bench");
    benchmark::DoNotOptimize(Replay(std::make_shared<const RecordedConfigs>(reading.recordings.at(0))));
  }
  label(state);
}
BENCHMARK(replay_load)->Unit(benchmark::kMillisecond);

/// Samples of one config after the other, `range(0)` a time.
void replay_samples(benchmark::State& state, ReplayMode mode) {
  const TuningProblem problem = backends::replay_problem(recording(), recorded());
  std::vector<Config> configs;
  problem.space.for_each([&](ConfigIndex, const Config& config) { configs.push_back(config); });
  Replay backend(recorded(), {.mode = mode});
  const int count = static_cast<int>(state.range(0));
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(backend.measure(configs[next], count));
    next = next + 1 == configs.size() ? 0 : next + 1;
  }
  state.SetItemsProcessed(state.iterations() * count);
  label(state);
}
BENCHMARK_CAPTURE(replay_samples, in_order, ReplayMode::in_order)->Arg(1)->Arg(kSamples);
BENCHMARK_CAPTURE(replay_samples, shuffled, ReplayMode::shuffled)->Arg(1)->Arg(kSamples);
BENCHMARK_CAPTURE(replay_samples, bootstrap, ReplayMode::bootstrap)->Arg(1)->Arg(kSamples);

/// Every config of the space, `range(0)` samples each, and a rule over all of them. Per config to set beside the 6
/// microseconds of Kernel Tuner's simulation.
void replay_scan(benchmark::State& state, const char* rule_text) {
  const TuningProblem problem = backends::replay_problem(recording(), recorded());
  const Shortlist all = shortlist(problem, prune(problem).kept, TopK::all());
  const Rule rule = parse_rule(rule_text);
  const SweepPlan plan{.repeats = static_cast<int>(state.range(0))};
  Replay backend(recorded());
  for (auto _ : state) {
    const std::vector<Trial> trials = sweep(backend, all, plan);
    benchmark::DoNotOptimize(select(trials, rule));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.candidates.size()));
  label(state);
}
BENCHMARK_CAPTURE(replay_scan, fastest, "fastest:median")->Arg(1)->Arg(kSamples)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay_scan, t3, "t3")->Arg(1)->Arg(kSamples)->Unit(benchmark::kMillisecond);

/// All four stages.
void replay_tune(benchmark::State& state) {
  const TuningProblem problem = backends::replay_problem(recording(), recorded());
  for (auto _ : state) {
    Replay backend(recorded());
    benchmark::DoNotOptimize(tune(problem, backend, {.top_k = TopK::all(), .plan = {.repeats = kSamples}}));
  }
  label(state);
}
BENCHMARK(replay_tune)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tilewright
