#include "cli/backends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/cuda_flags.hpp"
#include "cli/fake_measure_flags.hpp"
#include "cli/replay_flags.hpp"
#include "core/error.hpp"
#include "core/gemm/tile_config.hpp"

namespace tilewright::cli {
namespace {

std::optional<std::string> works_everywhere() { return std::nullopt; }

void declare_no_flags(Flags& /*flags*/) {}

std::string tile_label(const Config& config) { return to_text(gemm::tile_config(config)); }

std::string config_label(const Config& config) { return to_text(config); }

constexpr std::array kBackends{
    BackendEntry{"fake_measure", "a simulated device: the model, hidden factors and seeded noise", works_everywhere,
                 declare_fake_measure_flags, "rtx3070", false, tile_label, make_fake_measure},
    BackendEntry{"cuda", "a tensor-core GEMM, compiled at run time, on a CUDA device", why_no_cuda, declare_cuda_flags,
                 "auto", true, kernel_label, make_cuda},
    BackendEntry{"cublaslt", "the candidates of NVIDIA's library on the same device, the peer of `cuda`",
                 why_no_cublaslt, declare_no_flags, "auto", true, config_label, make_cublaslt},
    BackendEntry{"replay", "what was recorded: by tilewright, or by another tool that `import` reads", works_everywhere,
                 declare_replay_flags, "rtx3070", false, config_label, make_replay, "all"},
};

}  // namespace

std::span<const BackendEntry> known_backends() { return kBackends; }

const BackendEntry& find_backend(std::string_view name) {
  const auto* const found = std::ranges::find(kBackends, name, &BackendEntry::name);
  if (found != kBackends.end()) return *found;
  std::string names;
  for (const BackendEntry& entry : kBackends) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  throw Error(ErrorKind::bad_argument, fmt::format("there is no backend '{}'; there are: {}", name, names));
}

}  // namespace tilewright::cli
