#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/tuning/backend.hpp"
#include "core/tuning/config.hpp"

// What the store keeps.
//
// The key of a measurement has two parts. The context is everything but the config on which samples depend, with dotted
// names: problem and shape, source of the kernel, device, compiler, way of measuring, version of the space. The config
// is one point of a space. Both are kept as they are, so that a miss can say what differs.
namespace tilewright::store {

/// What one call of `Backend::measure` gave, and in which conditions.
struct Record {
  Config config = {};
  Measurement result = {};  ///< finite positive samples in the order taken, or a failure
  Config conditions = {};   ///< what does not tell measurements apart: host, versions, SM MHz, temperature, ...
  std::int64_t time_s = 0;  ///< seconds since 1970
  bool restarts = false;    ///< what was measured of the config before is no longer used
};

/// What is known of one config.
struct History {
  Samples samples_ms = {};              ///< since the last restart, in the order taken
  std::optional<Failure> failure = {};  ///< when that is what the last record is
  Config conditions = {};               ///< of the last record
};

/// What came out of tuning: that of a context which was chosen last is the one that counts.
struct StoredChoice {
  Config config;
  std::string rule;
  std::string why;
  Config conditions;
  std::int64_t time_s = 0;
};

}  // namespace tilewright::store
