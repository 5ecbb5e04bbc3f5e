#include "cli/backends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/fake_measure_flags.hpp"
#include "core/error.hpp"

namespace tilewright::cli {
namespace {

std::optional<std::string> works_everywhere() { return std::nullopt; }

constexpr std::array kBackends{
    BackendEntry{"fake_measure", "a simulated device: the model, hidden factors and seeded noise", works_everywhere,
                 declare_fake_measure_flags, make_fake_measure},
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
