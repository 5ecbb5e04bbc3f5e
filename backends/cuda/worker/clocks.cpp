#include "backends/cuda/worker/clocks.hpp"

#include <cmath>
#include <thread>

#include "core/error.hpp"
#include "core/stats/quantile.hpp"

namespace tilewright::backends::cuda {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr milliseconds kSettleAtMost{1000};
constexpr milliseconds kSlowReadingsEvery{100};  // each of them may take a millisecond
constexpr std::size_t kReadingsKept = 101;
constexpr std::size_t kReadingsNeeded = 5;
constexpr double kLowShare = 0.75;

std::unique_ptr<Nvml> nvml_of(const std::string& pci_bus_id) {
  try {
    auto nvml = std::make_unique<Nvml>();
    return nvml->choose(pci_bus_id) ? std::move(nvml) : nullptr;
  } catch (const Error&) {
    return nullptr;  // conditions are not known then; `doctor` says why
  }
}

}  // namespace

bool is_low_clock(double mhz, const std::vector<double>& usual) {
  return usual.size() >= kReadingsNeeded && mhz < kLowShare * stats::quantile(usual, 0.5);
}

bool Settling::add(double at_ms, double run_ms) {
  constexpr double kAtLeastMs = 200;
  constexpr double kWindowMs = 50;
  constexpr double kSame = 0.01;
  constexpr std::size_t kRunsNeeded = 3;
  runs_.push_back({at_ms, run_ms});
  const auto between = [&](double from_ms, double to_ms) {
    std::vector<double> window;
    for (const Run& run : runs_)
      if (run.at_ms > from_ms && run.at_ms <= to_ms) window.push_back(run.run_ms);
    return window;
  };
  const std::vector<double> last = between(at_ms - kWindowMs, at_ms);
  const std::vector<double> before = between(at_ms - 2 * kWindowMs, at_ms - kWindowMs);
  run_ms_ = stats::quantile(last, 0.5);
  if (at_ms < kAtLeastMs || last.size() < kRunsNeeded || before.size() < kRunsNeeded) return false;
  return std::abs(run_ms_ - stats::quantile(before, 0.5)) <= kSame * run_ms_;
}

Clocks::Clocks(const std::string& pci_bus_id) : nvml_(nvml_of(pci_bus_id)) {}

double Clocks::settle(const std::function<double()>& run) {
  const auto begin = Clock::now();
  Settling settling;
  while (true) {
    const auto before = Clock::now();
    const double run_ms = run();
    const auto after = Clock::now();
    if (settling.add(Milliseconds(after - begin).count(), run_ms) || after - begin >= kSettleAtMost) break;
    std::this_thread::sleep_for(after - before);  // about as idle as between samples
  }
  static_cast<void>(is_low());  // reads the clock
  return settling.run_ms();
}

bool Clocks::is_low() {
  const auto mhz = nvml_ == nullptr ? std::nullopt : nvml_->sm_mhz();
  if (!mhz) return false;
  last_mhz_ = *mhz;
  if (is_low_clock(*mhz, readings_)) return true;
  if (readings_.size() == kReadingsKept) readings_.erase(readings_.begin());
  readings_.push_back(*mhz);
  return false;
}

Conditions Clocks::conditions() {
  if (nvml_ != nullptr && (!slow_read_at_ || Clock::now() - *slow_read_at_ >= kSlowReadingsEvery)) {
    slow_readings_.power_w = nvml_->power_w().value_or(0);
    slow_readings_.temperature_c = nvml_->temperature_c().value_or(0);
    slow_read_at_ = Clock::now();
  }
  Conditions now = slow_readings_;
  now.sm_mhz = last_mhz_;
  return now;
}

}  // namespace tilewright::backends::cuda
