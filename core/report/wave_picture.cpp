#include "core/report/wave_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/report/text_table.hpp"

namespace tilewright::report {
namespace {

/// A bar of 46 signs, of which at least one is filled.
std::string bar(double fill) {
  constexpr std::size_t kWidth = 46;
  const auto filled = std::clamp(static_cast<std::size_t>(std::lround(fill * kWidth)), std::size_t{1}, kWidth);
  return std::string(filled, '#') + std::string(kWidth - filled, '.');
}

/// Nothing for one CTA a tile.
std::string sharing(const gemm::Waves& waves) {
  if (waves.ctas == waves.tiles) return "";
  if (waves.ctas % waves.tiles == 0) return fmt::format(" in {} parts each", waves.ctas / waves.tiles);
  return fmt::format(" shared by {} CTAs", waves.ctas);
}

}  // namespace

std::string wave_picture(const gemm::Prediction& prediction, const gemm::TileConfig& tile, const gemm::GpuSpec& gpu) {
  const gemm::Waves& waves = prediction.waves;
  const gemm::Occupancy& occupancy = prediction.occupancy;
  const std::int64_t full = waves.last_wave_ctas == waves.ctas_per_wave ? waves.waves : waves.waves - 1;
  std::string text = fmt::format(
      "{} tile{} of {}x{}{}, {} on each of {} SMs (limited by {}): {} CTAs a wave, {} wave{}\n", waves.tiles,
      waves.tiles == 1 ? "" : "s", tile.bm, tile.bn, sharing(waves), occupancy.ctas_per_sm, gpu.sms,
      words(to_text(occupancy.limiter)), waves.ctas_per_wave, waves.waves, waves.waves == 1 ? "" : "s");
  const std::string last = fmt::format("{}", waves.waves);
  const auto line = [&](const std::string& name, double fill, const std::string& what) {
    return fmt::format("  {:<{}}  [{}] {}\n", name, 7 + 2 * last.size(), bar(fill), what);
  };
  if (full > 0) text += line(full == 1 ? "wave 1" : fmt::format("waves 1-{}", full), 1.0, "full");
  if (full < waves.waves)
    text += line("wave " + last, waves.last_wave_fill(),
                 fmt::format("{} of {} CTAs, {:.0f} % full", waves.last_wave_ctas, waves.ctas_per_wave,
                             100 * waves.last_wave_fill()));
  return text;
}

}  // namespace tilewright::report
