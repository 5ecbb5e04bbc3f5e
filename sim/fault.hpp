#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/tuning/backend.hpp"

namespace tilewright::sim {

/// Configs that fail on purpose, so that every path of the pipeline can be walked.
struct Fault {
  Config match = {};   ///< the parameters that a config must have, at these values, to fail; all fail when it is empty
  FailureKind kind{};  ///< how they fail
  std::string text = {};  ///< what the failure says; when empty, that it is simulated and for which parameters
};

/// `launch where BM=128 num_warps=8`
[[nodiscard]] std::string to_text(const Fault& fault);

/// The failure of the first of `faults` that meets `config`; nothing when none does. Throws `Error` for a fault whose
/// parameters the config lacks or has with another type: it could never meet any config of that space.
[[nodiscard]] std::optional<Failure> failure_of(std::span<const Fault> faults, const Config& config);

}  // namespace tilewright::sim
