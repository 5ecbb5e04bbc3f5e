// Tunes a GEMM on the simulated device, as a user of the library would.
#include <cstdio>
#include <tilewright/backends/fake_measure.hpp>
#include <tilewright/core/gemm/problem.hpp>
#include <tilewright/core/tuning/tune.hpp>

int main() {
  namespace gemm = tilewright::gemm;
  const auto problem =
      gemm::gemm_problem({4096, 4096, 4096}, gemm::Dtype::fp16, gemm::find_gpu("rtx3070"), gemm::reference_space());
  tilewright::backends::FakeMeasure backend(problem.predict_ms);
  const auto result = tilewright::tune(problem, backend, {});
  if (!result.choice) return 1;
  std::puts(result.choice->why.c_str());
  return 0;
}
