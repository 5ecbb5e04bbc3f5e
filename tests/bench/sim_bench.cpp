// Links with: tilewright::sim benchmark::benchmark benchmark::benchmark_main
#include <benchmark/benchmark.h>

#include <array>
#include <span>
#include <vector>

#include "core/gemm/tile_config.hpp"
#include "core/gemm/wave_model.hpp"
#include "sim/config_gauss.hpp"
#include "sim/config_hash.hpp"
#include "sim/gauss.hpp"
#include "sim/mersenne_twister.hpp"
#include "sim/simulated_device.hpp"

namespace tilewright::sim {
namespace {

const gemm::GemmShape kShape{4096, 4096, 4096};

/// The configs of the reference space.
std::vector<Config> reference_configs() {
  std::vector<Config> configs;
  gemm::reference_space().for_each([&](ConfigIndex, const Config& config) { configs.push_back(config); });
  return configs;
}

std::vector<gemm::TileConfig> reference_tiles() {
  std::vector<gemm::TileConfig> tiles;
  for (const Config& config : reference_configs()) tiles.push_back(gemm::tile_config(config));
  return tiles;
}

double one_ms(const Config&) { return 1; }

void seed_generator(benchmark::State& state) {
  std::uint64_t seed = 0;
  for (auto _ : state) {
    MersenneTwister generator(seed++);
    benchmark::DoNotOptimize(generator);
  }
}
BENCHMARK(seed_generator);

void generate_block_of_624_words(benchmark::State& state) {
  MersenneTwister generator(0);
  for (auto _ : state) {
    auto block = generator.next_block();
    benchmark::DoNotOptimize(block);
  }
}
BENCHMARK(generate_block_of_624_words);

void sequential_gauss(benchmark::State& state) {
  GaussStream stream(0);
  for (auto _ : state) benchmark::DoNotOptimize(stream.next());
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(sequential_gauss);

void per_config_gauss(benchmark::State& state) {
  std::vector<double> values(static_cast<std::size_t>(state.range(0)));
  std::uint64_t config = 0;
  for (auto _ : state) {
    config_gauss(0, config++, 0, values);
    benchmark::DoNotOptimize(values.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(per_config_gauss)->Arg(1)->Arg(25)->Arg(1000);

void hash_config_content(benchmark::State& state) {
  const std::vector<Config> configs = reference_configs();
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(content_hash(configs[next++ % configs.size()]));
}
BENCHMARK(hash_config_content);

void reference_hidden(benchmark::State& state) {
  const std::vector<Config> configs = reference_configs();
  const HiddenFactor hidden = reference_hidden_factor();
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(hidden.factor(configs[next++ % configs.size()]));
}
BENCHMARK(reference_hidden);

/// What 25 million a second is asked of: the wave model's time of a tile, with noise.
void one_prediction_and_one_sample(benchmark::State& state) {
  const gemm::GpuSpec gpu = gemm::find_gpu("rtx3070");
  const std::vector<gemm::TileConfig> tiles = reference_tiles();
  GaussStream noise(0);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(gemm::predict(kShape, tiles[next], gpu).predicted_ms * (1 + 0.03 * noise.next()));
    next = next + 1 == tiles.size() ? 0 : next + 1;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(one_prediction_and_one_sample);

/// `measure` whole: faults, model, hidden factor, noise, the vector of samples.
void measure_one_config(benchmark::State& state, NoiseStream stream, SimulatedDevice::Model model) {
  const std::vector<Config> configs = reference_configs();
  SimulatedDevice device(std::move(model), {.stream = stream});
  std::size_t next = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(device.measure(configs[next++ % configs.size()], static_cast<int>(state.range(0))));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

double gemm_ms(const Config& config) {
  static const gemm::GpuSpec gpu = gemm::find_gpu("rtx3070");
  return gemm::predict(kShape, gemm::tile_config(config), gpu).predicted_ms;
}

BENCHMARK_CAPTURE(measure_one_config, sequential, NoiseStream::sequential, one_ms)->Arg(1)->Arg(25);
BENCHMARK_CAPTURE(measure_one_config, per_config, NoiseStream::per_config, one_ms)->Arg(1)->Arg(25);
BENCHMARK_CAPTURE(measure_one_config, sequential_gemm, NoiseStream::sequential, gemm_ms)->Arg(1)->Arg(25);
BENCHMARK_CAPTURE(measure_one_config, per_config_gemm, NoiseStream::per_config, gemm_ms)->Arg(1)->Arg(25);

/// The sampling part of the reference tune: a new device, then 8 configs of 25 samples.
void sample_reference_tune(benchmark::State& state) {
  const std::vector<Config> configs = reference_configs();
  for (auto _ : state) {
    SimulatedDevice device(one_ms);
    for (const Config& config : std::span(configs).first(8)) benchmark::DoNotOptimize(device.measure(config, 25));
  }
}
BENCHMARK(sample_reference_tune);

}  // namespace
}  // namespace tilewright::sim
