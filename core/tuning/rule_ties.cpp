#include "core/tuning/rule_ties.hpp"

#include <algorithm>

#include "core/stats/quantile.hpp"

namespace tilewright::rules {
namespace {

/// Whether a contender is tied with the fastest.
struct IsTied {
  const Contender& fastest;
  const Contender& other;

  bool operator()(const EqualMedian&) const { return other.median_ms == fastest.median_ms; }
  bool operator()(const Overlap& percentiles) const {
    return interval_ms(other, percentiles).overlaps(interval_ms(fastest, percentiles));
  }
  bool operator()(const Within& within) const {
    return other.median_ms <= fastest.median_ms * (1 + within.percent / 100);
  }
  bool operator()(const ConfidenceInterval& interval) const {
    const stats::BootstrapOptions options{.confidence = interval.percent / 100};
    return stats::bootstrap_median_difference(other.sorted_ms, fastest.sorted_ms, options).contains(0);
  }
};

}  // namespace

bool is_lesser(const Contender& a, const Contender& b) {
  if (const auto order = a.trial->config <=> b.trial->config; order != 0) return order < 0;
  return a.sorted_ms < b.sorted_ms;
}

std::size_t fastest_of(std::span<const Contender> contenders) {
  const auto is_faster = [](const Contender& a, const Contender& b) {
    return a.median_ms != b.median_ms ? a.median_ms < b.median_ms : is_lesser(a, b);
  };
  const auto fastest = std::min_element(contenders.begin(), contenders.end(), is_faster);
  return static_cast<std::size_t>(fastest - contenders.begin());
}

std::vector<std::size_t> tied_with(std::size_t fastest, std::span<const Contender> contenders, const Ties& ties) {
  std::vector<std::size_t> tied;
  tied.reserve(contenders.size());
  for (std::size_t i = 0; i < contenders.size(); ++i)
    if (i == fastest || std::visit(IsTied{contenders[fastest], contenders[i]}, ties)) tied.push_back(i);
  return tied;
}

stats::Interval interval_ms(const Contender& contender, const Overlap& percentiles) {
  const double low = stats::quantile_of_sorted(contender.sorted_ms, percentiles.low_percentile / 100);
  const double high = stats::quantile_of_sorted(contender.sorted_ms, percentiles.high_percentile / 100);
  return {low, std::max(low, high)};
}

}  // namespace tilewright::rules
