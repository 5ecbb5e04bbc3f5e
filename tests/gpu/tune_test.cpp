#include <chrono>
#include <filesystem>
#include <iostream>

#include "backends/cublaslt.hpp"
#include "core/gemm/problem.hpp"
#include "core/gemm/tile_config.hpp"
#include "core/tuning/tune.hpp"
#include "tests/gpu/gpu.hpp"

namespace tilewright {
namespace {

using backends::Cuda;

struct Tuned {
  TuneResult result;
  double seconds = 0;
  int failed = 0;
};

Tuned tune_all(const std::filesystem::path& cubins, std::size_t threads) {
  const auto begin = std::chrono::steady_clock::now();
  Cuda backend(kernels::packed_operands({4096, 4096, 4096}), {.cubins = cubins, .compile_threads = threads});
  const TuningProblem problem =
      gemm::gemm_problem({4096, 4096, 4096}, gemm::Dtype::fp16, backend.gpu(), gemm::reference_space());
  Tuned run{.result = tune(problem, backend, {.top_k = TopK::all(), .plan = {.repeats = 5, .interleaved = true}})};
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (const Trial& trial : run.result.trials) run.failed += trial.failure.has_value();
  EXPECT_TRUE(backend.notes().empty()) << backend.notes().front();
  return run;
}

TEST(GpuTune, the_reference_space_cold_then_with_kept_machine_code) {
  NEEDS_GPU();
  const test::TemporaryFolder cubins;
  struct Case {
    const char* what;
    std::filesystem::path folder;
    std::size_t threads;
  };
  const Case cases[] = {{"cold, 8 threads", cubins.path() / "8", 8},
                        {"warm", cubins.path() / "8", 8},
                        {"cold, 16 threads", cubins.path() / "16", 16}};
  for (const auto& [what, folder, threads] : cases) {
    const Tuned run = tune_all(folder, threads);
    ASSERT_TRUE(run.result.choice.has_value());
    const Trial& pick = run.result.trials[run.result.choice->trial];
    std::cout << "tuning 4096x4096x4096, " << what << ": " << run.seconds << " s, " << run.result.trials.size()
              << " configs, " << run.failed << " failed, picked " << to_text(pick.config) << ": "
              << run.result.choice->why << '\n';
    for (const Trial& trial : run.result.trials)
      if (trial.failure && trial.failure->kind != FailureKind::resources)
        ADD_FAILURE() << to_text(trial.config) << ": " << to_text(trial.failure->kind) << ": " << trial.failure->text;
  }
}

}  // namespace
}  // namespace tilewright
