// How long deciding takes, without any GPU: the figures that `./dev bench` prints.
#include <benchmark/benchmark.h>

#include <cstdint>

#include "backends/fake_measure.hpp"
#include "core/gemm/problem.hpp"
#include "core/gemm/wave_model.hpp"
#include "core/tuning/tune.hpp"

namespace tilewright {
namespace {

constexpr gemm::GemmShape kShape{4096, 4096, 4096};

TuningProblem reference_problem() {
  return gemm::gemm_problem(kShape, gemm::Dtype::fp16, gemm::find_gpu("rtx3070"), gemm::reference_space());
}

/// The reference space, `copies` times over: the model does not look at the added parameter.
TuningProblem larger_problem(std::int64_t copies) {
  std::vector<Parameter> parameters = gemm::reference_space().parameters();
  Parameter& variant = parameters.emplace_back(Parameter{"variant", {}});
  for (std::int64_t i = 0; i < copies; ++i) variant.values.emplace_back(i);
  return gemm::gemm_problem(kShape, gemm::Dtype::fp16, gemm::find_gpu("rtx3070"), Space(parameters));
}

gemm::TileConfig next_tile(std::uint32_t i) { return {32 << (i & 3U), 32 << (i >> 2U & 3U), 32, 8, 2}; }

void predict(benchmark::State& state) {
  const gemm::GpuSpec gpu = gemm::find_gpu("rtx3070");
  std::uint32_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(gemm::predict(kShape, next_tile(i++), gpu));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(predict);

void reference_tune(benchmark::State& state) {
  const TuningProblem problem = reference_problem();
  for (auto _ : state) {
    backends::FakeMeasure backend(problem.predict_ms);
    benchmark::DoNotOptimize(tune(problem, backend, {}));
  }
}
BENCHMARK(reference_tune)->Unit(benchmark::kMicrosecond);

void reference_tune_with_its_problem_made_anew(benchmark::State& state) {
  for (auto _ : state) {
    const TuningProblem problem = reference_problem();
    backends::FakeMeasure backend(problem.predict_ms);
    benchmark::DoNotOptimize(tune(problem, backend, {}));
  }
}
BENCHMARK(reference_tune_with_its_problem_made_anew)->Unit(benchmark::kMicrosecond);

void prune_and_rank(benchmark::State& state) {
  const TuningProblem problem = larger_problem(state.range(0) / 192);
  for (auto _ : state) {
    const PruneResult pruned = prune(problem);
    benchmark::DoNotOptimize(shortlist(problem, pruned.kept, TopK::count(8)));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(problem.space.product_size()));
  state.SetComplexityN(static_cast<benchmark::IterationCount>(problem.space.product_size()));
}
BENCHMARK(prune_and_rank)
    ->Arg(192)
    ->RangeMultiplier(10)
    ->Range(1000, 1000000)
    ->Unit(benchmark::kMicrosecond)
    ->Complexity();

}  // namespace
}  // namespace tilewright
