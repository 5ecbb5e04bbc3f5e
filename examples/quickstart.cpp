// Tunes a GEMM on a simulated RTX 3070 and prints the config to ship, and why.
#include <cstdio>
#include <tilewright/backends/fake_measure.hpp>
#include <tilewright/core/gemm/problem.hpp>
#include <tilewright/core/tuning/tune.hpp>

int main() {
  using namespace tilewright;

  const gemm::GemmShape shape{.m = 4096, .n = 4096, .k = 4096};
  const TuningProblem problem =
      gemm::gemm_problem(shape, gemm::Dtype::fp16, gemm::find_gpu("rtx3070"), gemm::reference_space());
  backends::FakeMeasure backend(problem.predict_ms);

  const TuneResult result = tune(problem, backend, {});

  std::printf("%s pruned\n", summary(result.pruned.rejections).c_str());
  if (!result.choice) return 1;
  std::printf("ship %s\n%s\n", to_text(result.trials[result.choice->trial].config).c_str(), result.choice->why.c_str());
}
