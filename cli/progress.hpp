#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "core/tuning/backend.hpp"

namespace tilewright::cli {

/// One line on standard error that is written over and over, and is empty again in the end. May be written to from many
/// threads.
class ProgressLine {
 public:
  ProgressLine() = default;
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  void show(const std::string& text);

 private:
  std::mutex mutex_;
  std::string shown_;
};

struct CompileProgress {
  std::size_t done = 0;
  std::size_t asked = 0;
};

/// `compiling: 3 of 9 kernels`
[[nodiscard]] std::string compiling_text(const CompileProgress& progress);

/// Passes everything on to another backend, and shows on standard error how far it has got.
class ProgressBackend : public Backend {
 public:
  /// `measured` outlives this; `samples_per_config` are what a config that works will be asked for. How far compiling
  /// is, is asked from another thread, as measuring may have to wait for it; empty: nothing is compiled.
  ProgressBackend(Backend& measured, std::int64_t samples_per_config,
                  std::function<CompileProgress()> compile_progress = {});

  [[nodiscard]] Config describe() const override { return measured_.describe(); }
  void prepare(std::span<const Config> configs) override;
  [[nodiscard]] Measurement measure(const Config& config, int count) override;

 private:
  void show();
  void show_while_compiling(const std::stop_token& stop);

  Backend& measured_;
  std::int64_t samples_per_config_;
  std::function<CompileProgress()> compile_progress_;
  ProgressLine line_;
  std::int64_t total_ = 0;
  std::mutex mutex_;  // of the two below
  std::int64_t done_ = 0;
  std::pair<std::int64_t, std::size_t> shown_{-1, 0};  // percent measured, kernels compiled
  std::condition_variable_any stopped_;
  std::jthread ticker_;  // the last, so that it ends first
};

}  // namespace tilewright::cli
