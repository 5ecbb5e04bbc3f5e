#include "backends/cuda/worker/clocks.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace tilewright::backends::cuda {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kSettleAtLeast{50};
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

bool same(double one, double other) { return std::abs(one - other) <= 0.01 * other; }

}  // namespace

bool is_low_clock(double mhz, std::vector<double> usual) {
  if (usual.size() < kReadingsNeeded) return false;
  const auto middle = usual.begin() + static_cast<std::ptrdiff_t>(usual.size() / 2);
  std::ranges::nth_element(usual, middle);
  return mhz < kLowShare * *middle;
}

Clocks::Clocks(const std::string& pci_bus_id) : nvml_(nvml_of(pci_bus_id)) {}

void Clocks::settle(const std::function<void()>& work) {
  const auto begin = Clock::now();
  double before = 0;
  int same_in_a_row = 1;
  while (Clock::now() - begin < kSettleAtMost) {
    work();
    const double now = nvml_ == nullptr ? 0 : nvml_->sm_mhz().value_or(0);
    same_in_a_row = same(now, before) ? same_in_a_row + 1 : 1;
    before = now;
    if (same_in_a_row >= 3 && Clock::now() - begin >= kSettleAtLeast) break;
  }
  last_mhz_ = before;
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
