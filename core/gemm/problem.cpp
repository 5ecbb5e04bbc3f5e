#include "core/gemm/problem.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/gemm/occupancy.hpp"
#include "core/gemm/wave_model.hpp"

namespace tilewright::gemm {
namespace {

constexpr double kMostPadding = 0.5;

std::optional<Rejected> reject_by_resources(const TileConfig& tile, std::int64_t registers, const GpuSpec& gpu) {
  const auto exceeds = [](const char* rule, std::int64_t actual, std::int64_t limit, const char* unit) {
    return Rejected{
        .rule = rule, .actual = static_cast<double>(actual), .limit = static_cast<double>(limit), .unit = unit};
  };
  if (const std::int64_t smem = smem_bytes(tile); smem > gpu.smem_per_cta_bytes)
    return exceeds("shared_memory", smem, gpu.smem_per_cta_bytes, "B");
  if (registers > gpu.registers_per_thread)
    return exceeds("registers", registers, gpu.registers_per_thread, "per thread");
  return std::nullopt;
}

std::optional<Rejected> reject_by_padding(const GemmShape& shape, const TileConfig& tile, const PaddingLimits& limits) {
  const auto exceeds = [](double actual, double limit, const char* unit) {
    return Rejected{.rule = "padding", .actual = 100 * actual, .limit = 100 * limit, .unit = unit};
  };
  if (const double m = padding(shape.m, tile.bm); m > limits.m) return exceeds(m, limits.m, "% of M");
  if (const double n = padding(shape.n, tile.bn); n > limits.n) return exceeds(n, limits.n, "% of N");
  return std::nullopt;
}

/// Calls `visit` for the tiles that the GPU can run, until it returns false. Returns whether it never did.
template <typename Visit>
bool for_each_that_fits_while(const Space& space, const GpuSpec& gpu, const RegistersOf& registers, Visit visit) {
  return space.for_each_while([&](ConfigIndex, const Config& config) {
    const TileConfig tile = tile_config(config);
    const std::int64_t per_thread = registers ? registers(config) : registers_per_thread(tile);
    return reject_by_resources(tile, per_thread, gpu).has_value() || visit(tile);
  });
}

/// Reads tiles from configs of one space without looking names up: the model is asked for millions of them.
class TileReader {
 public:
  explicit TileReader(const Space& space) : first_(space.first()) {
    constexpr std::array kNames{"BM", "BN", "BK", "num_warps", "num_stages"};
    for (std::size_t i = 0; i < kNames.size(); ++i)
      positions_[i] = static_cast<std::size_t>(first_.find(kNames[i]) - first_.values().data());
  }

  [[nodiscard]] TileConfig operator()(const Config& config) const {
    if (!config.shares_names_with(first_)) return tile_config(config);
    const auto value = [&](std::size_t i) { return *std::get_if<std::int64_t>(&config.values()[positions_[i]]); };
    return {.bm = value(0), .bn = value(1), .bk = value(2), .num_warps = value(3), .num_stages = value(4)};
  }

 private:
  Config first_;
  std::array<std::size_t, 5> positions_{};
};

void check(const GemmShape& shape) { static_cast<void>(parse_shape(to_text(shape))); }

/// Every value that a tile can be made of is read once, so that no config can fail later.
void check(const Space& space) {
  const Config& first = space.first();
  for (std::size_t position = 0; position < first.size(); ++position) {
    Config config = first;
    for (const Value& value : space.parameters()[position].values) {
      config.set(position, value);
      static_cast<void>(tile_config(config));
    }
  }
}

}  // namespace

PaddingLimits padding_limits(const GemmShape& shape, const GpuSpec& gpu, const Space& space,
                             const RegistersOf& registers) {
  // As a rule the first few configs show that the ordinary limits leave something.
  const bool ordinary_limits_empty_it = for_each_that_fits_while(space, gpu, registers, [&](const TileConfig& tile) {
    return reject_by_padding(shape, tile, {kMostPadding, kMostPadding}).has_value();
  });
  if (!ordinary_limits_empty_it) return {kMostPadding, kMostPadding};

  // The least of M first, then the least of N among those: the config that sets the limit of N meets both.
  double least_m = 1;
  double least_n = 1;
  for_each_that_fits_while(space, gpu, registers, [&](const TileConfig& tile) {
    least_m = std::min(least_m, padding(shape.m, tile.bm));
    return true;
  });
  const double limit_m = std::max(kMostPadding, least_m);
  for_each_that_fits_while(space, gpu, registers, [&](const TileConfig& tile) {
    if (padding(shape.m, tile.bm) <= limit_m) least_n = std::min(least_n, padding(shape.n, tile.bn));
    return true;
  });
  return {limit_m, std::max(kMostPadding, least_n)};
}

std::optional<Rejected> reject(const GemmShape& shape, const TileConfig& tile, std::int64_t registers,
                               const GpuSpec& gpu, const PaddingLimits& limits) {
  if (std::optional<Rejected> rejected = reject_by_resources(tile, registers, gpu)) return rejected;
  return reject_by_padding(shape, tile, limits);
}

TuningProblem gemm_problem(const GemmShape& shape, Dtype dtype, const GpuSpec& gpu, Space space,
                           const RegistersOf& registers) {
  check(shape);
  check(gpu);
  check(space);
  const TileReader tile_of(space);
  const PaddingLimits limits = padding_limits(shape, gpu, space, registers);
  const auto registers_of = [registers](const Config& config, const TileConfig& tile) {
    return registers ? registers(config) : registers_per_thread(tile);
  };
  return {.name = "gemm",
          .space = std::move(space),
          .reject =
              [=](const Config& config) {
                const TileConfig tile = tile_of(config);
                return reject(shape, tile, registers_of(config, tile), gpu, limits);
              },
          .predict_ms =
              [=](const Config& config) {
                const TileConfig tile = tile_of(config);
                return predict(shape, tile, registers_of(config, tile), gpu).predicted_ms;
              },
          .resources =
              [=](const Config& config) {
                const TileConfig tile = tile_of(config);
                return Resources{.smem_bytes = smem_bytes(tile), .registers = registers_of(config, tile)};
              },
          .key = {{"M", shape.m},
                  {"N", shape.n},
                  {"K", shape.k},
                  {"dtype", std::string(to_text(dtype))},
                  {"gpu", gpu.name}}};
}

}  // namespace tilewright::gemm
