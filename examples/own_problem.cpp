// A problem that is no GEMM: rows of a matrix are summed by thread blocks. It says what cannot run, what it costs, and
// how long it should take; the rest is the pipeline's.
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <tilewright/backends/fake_measure.hpp>
#include <tilewright/core/tuning/tune.hpp>

namespace {

constexpr std::int64_t kColumns = 1000;
constexpr std::int64_t kMaxSmemBytes = 48 * 1024;

std::int64_t smem_bytes(const tilewright::Config& config) {
  return 4 * config.integer("threads") * config.integer("rows") * (config.text("reduce") == "tree" ? 2 : 1);
}

std::optional<tilewright::Rejected> reject(const tilewright::Config& config) {
  if (smem_bytes(config) > kMaxSmemBytes)
    return tilewright::Rejected{.rule = "shared_memory",
                                .actual = static_cast<double>(smem_bytes(config)),
                                .limit = static_cast<double>(kMaxSmemBytes),
                                .unit = "B"};
  if (config.integer("threads") > kColumns)
    return tilewright::Rejected{.rule = "idle_threads", .note = "more threads than the row has columns"};
  return std::nullopt;
}

/// Passes over a row, and a reduction at the end: by a tree in log2(threads) steps, else one after the other.
double predict_ms(const tilewright::Config& config) {
  const std::int64_t threads = config.integer("threads");
  const std::int64_t passes = (kColumns + threads - 1) / threads;
  std::int64_t steps = threads;
  if (config.text("reduce") == "tree")
    for (steps = 0; (1 << steps) < threads;) ++steps;
  return 1e-3 * static_cast<double>(passes + steps) / static_cast<double>(config.integer("rows"));
}

}  // namespace

int main() {
  const tilewright::TuningProblem problem{
      .name = "row_sum",
      .space = tilewright::Space(
          {{"threads", {64, 128, 256, 512, 1024}}, {"rows", {1, 4, 16}}, {"reduce", {"line", "tree"}}},
          {{"a tree for many threads",
            [](const tilewright::Config& config) {
              return config.text("reduce") == "tree" || config.integer("threads") <= 256;
            }}}),
      .reject = reject,
      .predict_ms = predict_ms,
      .resources =
          [](const tilewright::Config& config) { return tilewright::Resources{.smem_bytes = smem_bytes(config)}; },
      .key = {{"columns", kColumns}}};
  tilewright::backends::FakeMeasure backend(problem.predict_ms);

  const tilewright::TuneResult result = tilewright::tune(problem, backend, {});
  std::printf("pruned: %s\n", summary(result.pruned.rejections).c_str());
  if (!result.choice) return 1;
  std::printf("ship %s\n%s\n", to_text(result.trials[result.choice->trial].config).c_str(), result.choice->why.c_str());
}
