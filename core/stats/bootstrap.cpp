#include "core/stats/bootstrap.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/stats/quantile.hpp"
#include "core/stats/split_mix.hpp"

namespace tilewright::stats {
namespace {

/// Medians of resamples of a list. A resample is only counted, value by value of the sorted list, so its median is
/// found without sorting again.
class MedianResampler {
 public:
  explicit MedianResampler(std::span<const double> values) : ascending_(sorted(values)), counts_(values.size()) {
    assert(!values.empty() && values.size() <= std::numeric_limits<std::uint32_t>::max());
  }

  [[nodiscard]] double next(SplitMix64& random) {
    const auto size = static_cast<std::uint32_t>(ascending_.size());
    std::fill(counts_.begin(), counts_.end(), 0);
    for (std::uint32_t i = 0; i < size; ++i) ++counts_[random.below(size)];
    return 0.5 * at((size - 1) / 2) + 0.5 * at(size / 2);
  }

 private:
  /// The value at `rank`, from 0, of the resample.
  [[nodiscard]] double at(std::uint32_t rank) const {
    std::size_t i = 0;
    for (std::uint32_t up_to_here = counts_[0]; up_to_here <= rank; up_to_here += counts_[i]) ++i;
    return ascending_[i];
  }

  std::vector<double> ascending_;
  std::vector<std::uint32_t> counts_;
};

/// The interval that `confidence` of the statistics lie in, as many below it as above.
Interval percentile_interval(std::span<const double> statistics, double confidence) {
  const std::vector<double> ascending = sorted(statistics);
  const double tail = (1 - confidence) / 2;
  const double low = quantile_of_sorted(ascending, tail);
  return {low, std::max(low, quantile_of_sorted(ascending, 1 - tail))};
}

/// Resamples of one call come from one generator, so a call depends on its arguments alone.
template <typename Draw>
Interval bootstrap(const BootstrapOptions& options, Draw draw) {
  assert(options.confidence > 0 && options.confidence < 1 && options.resamples > 0);
  SplitMix64 random(options.seed);
  std::vector<double> statistics(static_cast<std::size_t>(options.resamples));
  for (double& statistic : statistics) statistic = draw(random);
  return percentile_interval(statistics, options.confidence);
}

}  // namespace

Interval bootstrap_median(std::span<const double> values, const BootstrapOptions& options) {
  MedianResampler resampler(values);
  return bootstrap(options, [&](SplitMix64& random) { return resampler.next(random); });
}

Interval bootstrap_median_difference(std::span<const double> a, std::span<const double> b,
                                     const BootstrapOptions& options) {
  MedianResampler resampler_a(a);
  MedianResampler resampler_b(b);
  return bootstrap(options, [&](SplitMix64& random) {
    const double median_a = resampler_a.next(random);
    return median_a - resampler_b.next(random);
  });
}

}  // namespace tilewright::stats
