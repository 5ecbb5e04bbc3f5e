#include "cli/ncu_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/formats/launch_match.hpp"
#include "core/gemm/tile_config.hpp"
#include "core/gemm/wave_model.hpp"
#include "core/report/dram_report.hpp"
#include "core/stats/quantile.hpp"

namespace tilewright::cli {
namespace {

constexpr std::size_t kMostNamed = 6;  // configs in one line

std::vector<formats::LaunchShape> launch_shapes(const report::Explanation& explanation) {
  std::vector<formats::LaunchShape> shapes;
  for (const report::ExplainedConfig& explained : explanation.configs) {
    const gemm::TileConfig tile = gemm::tile_config(explained.config);
    shapes.push_back({.ctas = explained.prediction.waves.ctas,
                      .threads = tile.threads(),
                      .smem_bytes = explained.resources.smem_bytes,
                      .tile = fmt::format("{}x{}x{}", tile.bm, tile.bn, tile.bk)});
  }
  return shapes;
}

std::string launch_text(const formats::NcuLaunch& launch) {
  return fmt::format("launch {} of {} (grid {}, block {})", launch.id, launch.kernel, launch.grid, launch.block);
}

/// What all of them would move without L2; nothing when they differ.
std::optional<double> common_tiled_bytes(const gemm::GemmShape& shape, const report::Explanation& explanation,
                                         const std::vector<std::size_t>& positions) {
  const auto bytes_of = [&](std::size_t position) {
    return gemm::tiled_bytes(shape, gemm::tile_config(explanation.configs[position].config));
  };
  const double first = bytes_of(positions.front());
  const bool same = std::ranges::all_of(positions, [&](std::size_t one) { return bytes_of(one) == first; });
  return same ? std::optional(first) : std::nullopt;
}

/// A launch that fits several configs is of none of them, but where all would move the same the verdict holds.
std::string ambiguous_note(const formats::NcuLaunch& launch, double bytes, const GemmRequest& gemm,
                           const report::Explanation& explanation, const std::vector<std::size_t>& positions) {
  std::string names;
  for (std::size_t i = 0; i < std::min(positions.size(), kMostNamed); ++i)
    names += (i == 0 ? "" : ", ") + to_text(gemm::tile_config(explanation.configs[positions[i]].config));
  if (positions.size() > kMostNamed) names += ", ...";
  std::string note = fmt::format("{} fits {} configs: {}", launch_text(launch), positions.size(), names);
  if (const auto tiled_bytes = common_tiled_bytes(gemm.shape, explanation, positions))
    note += fmt::format("; whichever it is: {}", report::dram_verdict({.bytes = bytes, .tiled_bytes = *tiled_bytes}));
  return note;
}

void join(const formats::NcuReport& ncu, const GemmRequest& gemm, report::Explanation& explanation) {
  const std::vector<formats::LaunchShape> shapes = launch_shapes(explanation);
  std::map<std::size_t, std::vector<double>> bytes_of;
  for (const formats::NcuLaunch& launch : ncu.launches) {
    const auto bytes = formats::dram_bytes(launch);
    if (!bytes) {
      explanation.dram_notes.push_back(launch_text(launch) + " has no DRAM traffic measured");
      continue;
    }
    const std::vector<std::size_t> positions = formats::matches(launch, shapes);
    if (positions.size() == 1)
      bytes_of[positions.front()].push_back(*bytes);
    else if (positions.empty())
      explanation.dram_notes.push_back(launch_text(launch) + " fits no config of this shape");
    else
      explanation.dram_notes.push_back(ambiguous_note(launch, *bytes, gemm, explanation, positions));
  }
  for (const auto& [position, bytes] : bytes_of) {
    report::ExplainedConfig& explained = explanation.configs[position];
    explained.dram =
        report::MeasuredDram{.bytes = stats::quantile(bytes, 0.5),
                             .tiled_bytes = gemm::tiled_bytes(gemm.shape, gemm::tile_config(explained.config)),
                             .launches = bytes.size()};
  }
}

}  // namespace

const char* const kNcuNotes =
    "With --ncu, a launch is a config's when its grid has as many CTAs as the shape has tiles and its block 32 x\n"
    "num_warps threads; where launch__shared_mem_per_block_dynamic was measured that has to be the config's too; and\n"
    "where the kernel's name has a fitting tile in it, as 128x256x64, it is that one. Launches that fit several "
    "configs\n"
    "are listed, not guessed. To measure: ncu --csv --page raw --metrics\n"
    "dram__bytes_read.sum,dram__bytes_write.sum,launch__shared_mem_per_block_dynamic PROGRAM > FILE\n";

void declare_ncu_flags(Flags& flags) {
  flags.value("ncu", "FILE", "set the DRAM bytes that Nsight Compute has measured beside what tiles move without L2");
}

void add_dram(const Flags& flags, const GemmRequest& gemm, report::Explanation& explanation) {
  const auto file = flags.optional_text("ncu");
  if (!file) return;
  const formats::NcuReport ncu = formats::read_nsight_compute(*file);
  for (const formats::Refusal& refusal : ncu.refused) complain(to_text(refusal, *file));
  const auto has_bytes = [](const formats::NcuLaunch& launch) { return formats::dram_bytes(launch).has_value(); };
  if (std::ranges::none_of(ncu.launches, has_bytes))
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: no launch in it has DRAM traffic; measure dram__bytes_read.sum and "
                            "dram__bytes_write.sum",
                            *file));
  join(ncu, gemm, explanation);
}

}  // namespace tilewright::cli
