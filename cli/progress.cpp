#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

namespace tilewright::cli {
namespace {

constexpr std::chrono::milliseconds kTick{200};

void write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressLine::~ProgressLine() {
  if (!shown_.empty()) write("\r\033[K");
}

void ProgressLine::show(const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (text == shown_) return;
  shown_ = text;
  write("\r" + text + "\033[K");
}

std::string compiling_text(const CompileProgress& progress) {
  return fmt::format("compiling: {} of {} kernels", progress.done, progress.asked);
}

ProgressBackend::ProgressBackend(Backend& measured, std::int64_t samples_per_config,
                                 std::function<CompileProgress()> compile_progress)
    : measured_(measured), samples_per_config_(samples_per_config), compile_progress_(std::move(compile_progress)) {}

void ProgressBackend::prepare(std::span<const Config> configs) {
  total_ = static_cast<std::int64_t>(configs.size()) * samples_per_config_;
  if (compile_progress_) ticker_ = std::jthread([this](const std::stop_token& stop) { show_while_compiling(stop); });
  measured_.prepare(configs);
  show();
}

Measurement ProgressBackend::measure(const Config& config, int count) {
  Measurement measurement = measured_.measure(config, count);
  const bool failed = std::holds_alternative<Failure>(measurement);
  {
    const std::lock_guard lock(mutex_);
    done_ = std::min(total_, done_ + (failed ? samples_per_config_ : count));
  }
  show();
  return measurement;
}

/// The line changes when a percent more is measured or a kernel more is compiled.
void ProgressBackend::show() {
  const CompileProgress compiled = compile_progress_ ? compile_progress_() : CompileProgress{};
  const bool compiling = compiled.done < compiled.asked;
  const std::lock_guard lock(mutex_);
  const std::int64_t percent = 100 * done_ / std::max<std::int64_t>(total_, 1);
  if (std::exchange(shown_, {percent, compiled.done}) == std::pair(percent, compiled.done)) return;
  const std::string measuring = fmt::format("measuring: {} of {} samples, {} %", done_, total_, percent);
  if (!compiling)
    line_.show(measuring);
  else
    line_.show(done_ == 0 ? compiling_text(compiled) : measuring + "; " + compiling_text(compiled));
}

void ProgressBackend::show_while_compiling(const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  while (!stopped_.wait_for(lock, stop, kTick, [&] { return stop.stop_requested(); })) show();
}

}  // namespace tilewright::cli
