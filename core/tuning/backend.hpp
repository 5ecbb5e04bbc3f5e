#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/tuning/config.hpp"

namespace tilewright {

/// What went wrong with one config.
enum class FailureKind {
  compile,       ///< it does not compile
  resources,     ///< the device has not enough of something
  launch,        ///< it does not start
  timeout,       ///< it does not end in time
  wrong_result,  ///< it ends with a result that is not right
  invalid_time,  ///< its time is not a finite positive number
  crashed,       ///< it threw, or its process was lost
  not_recorded,  ///< there is no measurement of it to replay
};

/// All of them, in their order.
inline constexpr std::array kFailureKinds{FailureKind::compile, FailureKind::resources,    FailureKind::launch,
                                          FailureKind::timeout, FailureKind::wrong_result, FailureKind::invalid_time,
                                          FailureKind::crashed, FailureKind::not_recorded};

/// The name of a kind as above; the same in JSON and in CSV.
[[nodiscard]] std::string_view to_text(FailureKind kind);

struct Failure {
  FailureKind kind{};
  std::string text;
};

using Samples = std::vector<double>;  ///< milliseconds

/// What measuring one config gave: as many samples as were asked for, or a failure.
using Measurement = std::variant<Samples, Failure>;

/// What times configs. The only thing that the pipeline knows of the world.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// Its `name` and whatever else is needed to read or repeat its samples (seed, device, method).
  [[nodiscard]] virtual Config describe() const = 0;

  /// Told once, before the first sample, which configs will be measured: the place to compile them in parallel.
  /// A config that cannot be made ready fails in `measure`. Throws `Error` only when nothing at all can be measured.
  virtual void prepare([[maybe_unused]] std::span<const Config> configs) {}

  /// Takes `count` (from 1) more samples of `config`. A failing config is a `Failure`; what it throws becomes one.
  [[nodiscard]] virtual Measurement measure(const Config& config, int count) = 0;
};

}  // namespace tilewright
