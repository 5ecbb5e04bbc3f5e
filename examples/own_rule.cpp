// Chooses by a function of one's own: the config whose worst sample is best.
#include <algorithm>
#include <cstdio>
#include <span>
#include <tilewright/backends/fake_measure.hpp>
#include <tilewright/core/gemm/problem.hpp>
#include <tilewright/core/tuning/tune.hpp>

namespace {

/// Any function from contenders to a decision is a rule. It gets only trials that can win, at least one.
tilewright::Decision least_worst_case(std::span<const tilewright::Contender> contenders) {
  const auto worst_ms = [](const tilewright::Contender& contender) { return contender.sorted_ms.back(); };
  const auto best = std::ranges::min_element(contenders, {}, worst_ms);
  const auto pick = static_cast<std::size_t>(best - contenders.begin());
  return {.pick = pick, .tied = {pick}, .why = "its slowest sample took " + std::to_string(worst_ms(*best)) + " ms"};
}

}  // namespace

int main() {
  using namespace tilewright;

  const TuningProblem problem = gemm::gemm_problem({.m = 2048, .n = 4096, .k = 4096}, gemm::Dtype::fp16,
                                                   gemm::find_gpu("rtx4090"), gemm::reference_space());
  backends::FakeMeasure backend(problem.predict_ms);
  TuneOptions options;
  options.rule = {.name = "least_worst_case", .decide = least_worst_case, .parameters = {}};

  const TuneResult result = tune(problem, backend, options);
  if (!result.choice) return 1;
  std::printf("ship %s\n%s\n", to_text(result.trials[result.choice->trial].config).c_str(), result.choice->why.c_str());
}
