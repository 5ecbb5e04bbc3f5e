#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/tuning/config.hpp"
#include "core/tuning/space.hpp"

namespace tilewright {

/// Why a config is not worth timing: the rule that it breaks and by how much.
struct Rejected {
  std::string rule = {};  ///< stable id in snake_case, as `shared_memory`; rejections are counted by it
  double actual = 0;      ///< what the config needs
  double limit = 0;       ///< what there is, less than `actual`
  std::string unit = {};  ///< of both, as `B`
  std::string note = {};  ///< in place of the figures, for a rule that has none
};

/// `shared memory 131072 B > 101376 B`; or the rule and its note.
[[nodiscard]] std::string to_text(const Rejected& rejected);

/// What a config takes of the device; selection prefers less of it. Zero where it is not known.
struct Resources {
  std::int64_t smem_bytes = 0;
  std::int64_t registers = 0;  ///< per thread
};

/// What is to be tuned, as data. Functions that are left empty are not asked.
struct TuningProblem {
  std::string name;
  Space space;
  std::function<std::optional<Rejected>(const Config&)> reject = {};  ///< nothing: the config can run
  std::function<double(const Config&)> predict_ms = {};  ///< the model; only the order of its values counts
  std::function<Resources(const Config&)> resources = {};
  Config key = {};  ///< what tells this problem from others of its name: shape, dtype, device
};

}  // namespace tilewright
