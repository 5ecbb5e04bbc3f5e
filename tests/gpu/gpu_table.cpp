#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "backends/cublaslt.hpp"
#include "backends/cuda/cuda.hpp"
#include "core/stats/bootstrap.hpp"
#include "core/stats/quantile.hpp"
#include "core/tuning/rule.hpp"
#include "core/tuning/tune.hpp"
#include "kernels/model.hpp"
#include "kernels/operands.hpp"
#include "kernels/variant.hpp"

// Our kernel against cuBLASLt, both tuned, then timed in turn: one line for each shape. Of our kernel's whole space,
// the 16 configs that its model ranks first are timed; of the library, what its heuristic offers.
//
// gpu_table [FOLDER-FOR-MACHINE-CODE]
namespace tilewright {
namespace {

using backends::CublasLt;
using backends::Cuda;

constexpr int kFinalSamples = 60;

const Trial& pick(const TuneResult& result) {
  if (!result.choice) throw std::runtime_error("no valid config");
  return result.trials[result.choice->trial];
}

struct Side {
  std::string what;
  Samples samples_ms;
};

/// `count` samples of each, in turn.
void time_in_turn(Backend& one, const Config& of_one, Side& first, Backend& other, const Config& of_other,
                  Side& second) {
  for (int i = 0; i < kFinalSamples; ++i) {
    const Samples a = std::get<Samples>(one.measure(of_one, 1));
    const Samples b = std::get<Samples>(other.measure(of_other, 1));
    first.samples_ms.push_back(a.front());
    second.samples_ms.push_back(b.front());
  }
}

std::string interval_of(const Samples& samples_ms) {
  const stats::Interval interval = stats::bootstrap_median(samples_ms, {});
  return fmt::format("{:.4f} [{:.4f}, {:.4f}]", stats::quantile(samples_ms, 0.5), interval.low, interval.high);
}

/// Median of what compiling took, with as many threads as `Cuda` takes; kept machine code tells what it took then.
double compile_ms(const Cuda& backend, const TuneResult& result) {
  std::vector<double> each_ms;
  for (const Trial& trial : result.trials)
    if (const auto record = backend.record(trial.config)) each_ms.push_back(record->compile_ms);
  return each_ms.empty() ? 0 : stats::quantile(each_ms, 0.5);
}

void print_row(const gemm::GemmShape& shape, const std::string& cubins) {
  const auto operands = kernels::packed_operands(shape);
  Cuda ours(operands, {.cubins = cubins});
  const TuneOptions options{
      .top_k = TopK::count(16), .plan = {.repeats = 11, .interleaved = true}, .rule = parse_rule("triton")};
  const auto begin = std::chrono::steady_clock::now();
  const TuningProblem problem =
      kernels::cuda_gemm_problem(operands, ours.gpu(), kernels::cuda_gemm_space(operands, ours.gpu().sms));
  const TuneResult our_result = tune(problem, ours, options);
  const std::chrono::duration<double> tuning = std::chrono::steady_clock::now() - begin;
  CublasLt library(operands, {.cubins = cubins});
  const TuneResult library_result = tune(library.problem(), library, options);
  const Config& our_pick = pick(our_result).config;
  const Config& library_pick = pick(library_result).config;
  Side we;
  Side they;
  time_in_turn(ours, our_pick, we, library, library_pick, they);
  const double our_ms = stats::quantile(we.samples_ms, 0.5);
  const double their_ms = stats::quantile(they.samples_ms, 0.5);
  const double floor = backends::cuda::floor_ms(operands, ours.gpu());
  int failed = 0;
  for (const Trial& trial : our_result.trials) failed += trial.failure.has_value();
  fmt::print("{:<17} {:<26} {:<26} {:>5.2f} {:>6.2f} {:>4}/{:<3} {:>7.0f} {:>6.1f} {:>9.4f} {} | {} {}\n",
             gemm::to_text(shape), interval_of(we.samples_ms), interval_of(they.samples_ms), their_ms / our_ms,
             our_ms / floor, our_result.trials.size() - static_cast<std::size_t>(failed), our_result.trials.size(),
             compile_ms(ours, our_result), tuning.count(), *pick(our_result).predicted_ms, to_text(our_pick),
             to_text(library_pick), library.description(library_pick));
  std::fflush(stdout);
}

}  // namespace
}  // namespace tilewright

int main(int argc, char** argv) {
  try {
    fmt::print("{:<17} {:<26} {:<26} {:>5} {:>6} {:>8} {:>7} {:>6} {:>9} picks\n", "shape", "ours, ms [95 %]",
               "cublaslt, ms [95 %]", "speed", "/floor", "valid", "compile", "tune s", "predicted");
    for (const char* const shape : {"4096x4096x4096", "8192x8192x8192", "2048x4096x4096", "16x4096x4096", "1x4096x4096",
                                    "64x14336x4096", "1000x1000x4095"})
      tilewright::print_row(tilewright::gemm::parse_shape(shape), argc > 1 ? argv[1] : "");
    return 0;
  } catch (const std::exception& fault) {
    fmt::print(stderr, "gpu_table: {}\n", fault.what());
    return 1;
  }
}
