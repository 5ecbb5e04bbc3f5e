// How fast samples become durable: each commit waits for the disk.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "core/store/store.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright {
namespace {

const Config kContext{{"problem", "gemm"}, {"problem.M", 4096},       {"problem.N", 4096},
                      {"problem.K", 4096}, {"problem.dtype", "fp16"}, {"device.name", "A GPU"},
                      {"device.sms", 132}, {"method.name", "cuda"}};

/// `count` samples of each of `configs` configs, as a tuning would give them.
std::vector<store::Record> records(std::int64_t configs, std::int64_t count) {
  std::vector<store::Record> made;
  for (std::int64_t i = 0; i < configs; ++i)
    made.push_back({.config = {{"BM", 128}, {"BN", 128}, {"BK", 32}, {"num_warps", 8}, {"num_stages", i}},
                    .result = Samples(static_cast<std::size_t>(count), 1.25),
                    .conditions = {{"sm_mhz_median", 1755.0}, {"power_w", 600.0}, {"run.host", "a machine"}}});
  return made;
}

/// Configs in a transaction, samples of each.
void store_append(benchmark::State& state) {
  const test::TemporaryFolder folder;
  store::Store store(folder.path() / "store.sqlite");
  const auto batch = records(state.range(0), state.range(1));
  for (auto _ : state)
    if (!store.append(kContext, batch)) state.SkipWithError(store.warning().c_str());
  state.SetItemsProcessed(state.iterations() * state.range(0) * state.range(1));
}
BENCHMARK(store_append)
    ->Args({1, 1})
    ->Args({1, 25})
    ->Args({1, 1000})
    ->Args({40, 25})
    ->Args({1000, 25})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// A config with that many batches of 25 samples.
void store_history(benchmark::State& state) {
  const test::TemporaryFolder folder;
  store::Store store(folder.path() / "store.sqlite");
  for (std::int64_t i = 0; i < state.range(0); ++i) static_cast<void>(store.append(kContext, records(1, 25)));
  const Config config = records(1, 1)[0].config;
  for (auto _ : state) benchmark::DoNotOptimize(store.history(kContext, config));
}
BENCHMARK(store_history)->Arg(1)->Arg(25)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tilewright
