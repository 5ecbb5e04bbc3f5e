// How long a lookup takes in a table of 10,000 shapes.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "core/stats/split_mix.hpp"
#include "core/store/shape_lookup.hpp"
#include "core/store/shape_table.hpp"

namespace tilewright::lookup {
namespace {

constexpr std::size_t kShapes = 10'000;
constexpr std::size_t kQueries = 4096;  // asked in turn, so that nothing is found in a branch predictor

/// Sizes as models have them: M from 1 to 16384, N and K multiples of 128 up to 32768.
Shape drawn_shape(stats::SplitMix64& random) {
  const auto wide = [&] { return 128 * (1 + static_cast<std::int64_t>(random.below(256))); };
  const std::int64_t m = 1 + static_cast<std::int64_t>(random.below(1U << (1 + random.below(14))));
  const std::int64_t n = wide();
  return {m, n, wide()};
}

/// Powers of two and the middles between them: many are equally near.
Shape grid_shape(std::size_t i) {
  const auto size = [](std::size_t step) { return static_cast<std::int64_t>((step % 2 == 0 ? 2 : 3) << (step / 2)); };
  return {size(i % 22), size(4 + i / 22 % 22), size(4 + i / 484 % 22)};
}

Table table_of(bool on_a_grid) {
  stats::SplitMix64 random(0);
  Table table;
  table.device = store::device_fields(gemm::find_gpu("rtx3070"));
  for (std::int64_t tile = 16; tile <= 256; tile *= 2)
    table.configs.push_back({{"BM", tile},
                             {"BN", std::int64_t{64}},
                             {"BK", std::int64_t{32}},
                             {"num_warps", std::int64_t{4}},
                             {"num_stages", std::int64_t{2}}});
  std::size_t i = 0;
  while (table.entries.size() < kShapes) {
    Entry entry;
    entry.shape = on_a_grid ? grid_shape(i++) : drawn_shape(random);
    entry.config = table.entries.size() % table.configs.size();
    entry.median_ms = 1;
    entry.default_ms = 2;
    entry.samples = 25;
    store::put(table, entry);
  }
  return table;
}

template <typename Find>
void ask_in_turn(benchmark::State& state, const std::vector<Shape>& queries, Find find) {
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(find(queries[i++ % kQueries]));
}

std::vector<Shape> shapes_of(const Table& table) {
  stats::SplitMix64 random(1);
  std::vector<Shape> shapes;
  while (shapes.size() < kQueries) shapes.push_back(table.entries[random.below(kShapes)].shape);
  return shapes;
}

std::vector<Shape> other_shapes(bool on_a_grid) {
  stats::SplitMix64 random(2);
  std::vector<Shape> shapes;
  while (shapes.size() < kQueries) {
    const Shape shape = on_a_grid ? grid_shape(random.below(kShapes)) : drawn_shape(random);
    shapes.push_back({shape.m + 1, shape.n + 16, shape.k + 16});
  }
  return shapes;
}

void lookup_exact(benchmark::State& state) {
  const ShapeLookup lookup(table_of(false));
  ask_in_turn(state, shapes_of(lookup.table()), [&](const Shape& shape) { return lookup.find(shape); });
}
BENCHMARK(lookup_exact);

void lookup_exact_that_can_run(benchmark::State& state) {
  const ShapeLookup lookup(table_of(false));
  const GemmCanRun can_run(lookup.table().configs, gemm_limits(lookup.table().device));
  ask_in_turn(state, shapes_of(lookup.table()),
              [&](const Shape& shape) { return lookup.find(shape, std::cref(can_run)); });
}
BENCHMARK(lookup_exact_that_can_run);

void lookup_nearest(benchmark::State& state) {
  const bool on_a_grid = state.range(0) == 1;
  const ShapeLookup lookup(table_of(on_a_grid));
  ask_in_turn(state, other_shapes(on_a_grid), [&](const Shape& shape) { return lookup.find(shape); });
}
BENCHMARK(lookup_nearest)->ArgName("grid")->Arg(0)->Arg(1);

void lookup_nearest_that_can_run(benchmark::State& state) {
  const bool on_a_grid = state.range(0) == 1;
  const ShapeLookup lookup(table_of(on_a_grid));
  const GemmCanRun can_run(lookup.table().configs, gemm_limits(lookup.table().device));
  ask_in_turn(state, other_shapes(on_a_grid),
              [&](const Shape& shape) { return lookup.find(shape, std::cref(can_run)); });
}
BENCHMARK(lookup_nearest_that_can_run)->ArgName("grid")->Arg(0)->Arg(1);

void load_table(benchmark::State& state) {
  const std::string text = store::shape_table_text(table_of(false));
  for (auto _ : state) benchmark::DoNotOptimize(ShapeLookup(parse_table(text, "table")));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(load_table)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tilewright::lookup
