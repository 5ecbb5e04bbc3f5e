#pragma once

#include <cstdint>

#include "core/tuning/backend.hpp"

namespace tilewright::cli {

/// Passes everything on to another backend, and shows on standard error how far it has got.
class ProgressBackend : public Backend {
 public:
  /// `measured` outlives this; `samples_per_config` are what a config that works will be asked for.
  ProgressBackend(Backend& measured, std::int64_t samples_per_config)
      : measured_(measured), samples_per_config_(samples_per_config) {}
  ~ProgressBackend() override;

  [[nodiscard]] Config describe() const override { return measured_.describe(); }
  void prepare(std::span<const Config> configs) override;
  [[nodiscard]] Measurement measure(const Config& config, int count) override;

 private:
  Backend& measured_;
  std::int64_t samples_per_config_;
  std::int64_t total_ = 0;
  std::int64_t done_ = 0;
  std::int64_t shown_percent_ = -1;
};

}  // namespace tilewright::cli
