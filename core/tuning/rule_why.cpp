#include "core/tuning/rule_why.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/tuning/rule_keys.hpp"
#include "core/tuning/rule_ties.hpp"

namespace tilewright::rules {
namespace {

/// `3.760`; four digits also of a time far below 1 ms.
std::string ms_text(double ms) { return ms >= 1 ? fmt::format("{:.3f}", ms) : fmt::format("{:#.4g}", ms); }

/// `6 configs overlap its [3.686, 3.880]`, the fastest among them; `no other config ...` for 1.
struct TiesSentence {
  const Contender& fastest;
  std::size_t tied;

  std::string operator()(const EqualMedian&) const { return counted("has", "have") + " that median"; }
  std::string operator()(const Overlap& percentiles) const {
    const stats::Interval interval = interval_ms(fastest, percentiles);
    return counted("overlaps", "overlap") + fmt::format(" its [{}, {}]", ms_text(interval.low), ms_text(interval.high));
  }
  std::string operator()(const Within& within) const {
    return counted("is", "are") + fmt::format(" within {} % of it", within.percent);
  }
  std::string operator()(const ConfidenceInterval& interval) const {
    return counted("has", "have") +
           fmt::format(" 0 in the {} % interval of the median difference to it", interval.percent);
  }

  [[nodiscard]] std::string counted(std::string_view verb_of_one, std::string_view verb_of_many) const {
    return tied == 1 ? fmt::format("no other config {}", verb_of_one)
                     : fmt::format("{} configs {}", tied, verb_of_many);
  }
};

/// How to speak of a key.
struct Words {
  std::string_view verb;
  std::string_view noun;
  std::string_view less;
  std::string_view least;
};

Words words_of(const Key& key) {
  if (key.kind == KeyKind::smem) return {"needs", "shared memory", "less", "least"};
  if (key.kind == KeyKind::registers) return {"needs", "registers per thread", "fewer", "fewest"};
  return {"has", key.name, "less", "least"};
}

std::string value_text(const Key& key, const Contender& contender) {
  if (key.kind == KeyKind::smem) return fmt::format("{} B", contender.trial->resources.smem_bytes);
  if (key.kind == KeyKind::registers) return fmt::format("{}", contender.trial->resources.registers);
  if (key.kind == KeyKind::parameter) return to_text(contender.trial->config.at(key.name));
  return ms_text(value_of(key, contender)) + " ms";
}

/// `half the`, `25.0 % less`: words for exact ratios only.
std::string ratio_text(double value, double than, std::string_view less) {
  if (value * 2 == than) return "half the";
  if (value * 3 == than) return "a third of the";
  if (value * 4 == than) return "a quarter of the";
  const double change = value / than - 1;
  return fmt::format("{:.1f} % {}", std::abs(change) * 100, change < 0 ? less : "more");
}

/// `needs half the shared memory (49152 B, not 98304 B)`, `has num_stages 2 instead of 3`
std::string difference_text(const Key& key, const Contender& pick, const Contender& fastest) {
  const auto [verb, noun, less, least] = words_of(key);
  const std::string value = value_text(key, pick);
  const std::string value_of_fastest = value_text(key, fastest);
  const double than = value_of(key, fastest);
  const bool is_resource = key.kind == KeyKind::smem || key.kind == KeyKind::registers;
  if (!is_resource || than <= 0) return fmt::format("{} {} {} instead of {}", verb, noun, value, value_of_fastest);
  return fmt::format("{} {} {} ({}, not {})", verb, ratio_text(value_of(key, pick), than, less), noun, value,
                     value_of_fastest);
}

std::string slowness_text(double pick_ms, double fastest_ms) {
  if (pick_ms == fastest_ms) return "is as fast";
  const double percent = (pick_ms / fastest_ms - 1) * 100;
  return percent < 0.05 ? "is less than 0.1 % slower" : fmt::format("is {:.1f} % slower", percent);
}

/// `with equal shared memory, `; nothing for no keys.
std::string equal_keys_text(std::span<const Key> keys) {
  std::string text;
  for (const Key& key : keys) text += fmt::format("{}{}", text.empty() ? "with equal " : " and ", words_of(key).noun);
  return text.empty() ? text : text + ", ";
}

/// How many of the first keys are the same for the pick and all `rivals`.
std::size_t count_equal(std::span<const Key> keys, const Outcome& outcome, std::span<const std::size_t> rivals) {
  const auto decides = [&](const Key& key) {
    const double value = value_of(key, outcome.contenders[outcome.pick]);
    return std::any_of(rivals.begin(), rivals.end(),
                       [&](std::size_t rival) { return value_of(key, outcome.contenders[rival]) != value; });
  };
  return static_cast<std::size_t>(std::find_if(keys.begin(), keys.end(), decides) - keys.begin());
}

/// Why the fastest is the pick though others tie with it.
std::string fastest_text(std::span<const Key> keys, const Outcome& outcome) {
  const std::size_t equal = count_equal(keys, outcome, outcome.tied);
  const std::string start = equal_keys_text(keys.first(equal));
  if (equal == keys.size()) return start + "it comes first in the order of configs";
  const auto [verb, noun, less, least] = words_of(keys[equal]);
  return fmt::format("{}it {} the {} {} of these ({})", start, verb, keys[equal].more_is_better ? "most" : least, noun,
                     value_text(keys[equal], outcome.contenders[outcome.pick]));
}

/// Why another one than the fastest is the pick.
std::string other_text(std::span<const Key> keys, const Outcome& outcome) {
  const Contender& pick = outcome.contenders[outcome.pick];
  const Contender& fastest = outcome.contenders[outcome.fastest];
  const std::size_t equal = count_equal(keys, outcome, std::span(&outcome.fastest, 1));
  return fmt::format(
      "{}this one {} and {}", equal_keys_text(keys.first(equal)),
      equal == keys.size() ? "comes first in the order of configs" : difference_text(keys[equal], pick, fastest),
      slowness_text(pick.median_ms, fastest.median_ms));
}

}  // namespace

std::string why(const RuleSpec& rule, const Outcome& outcome) {
  const Contender& fastest = outcome.contenders[outcome.fastest];
  const std::string config = to_text(fastest.trial->config);
  const std::string median = ms_text(fastest.median_ms);
  if (outcome.contenders.size() == 1)
    return fmt::format("{} is the only config with valid times, at {} ms", config, median);

  std::string text = fmt::format("fastest is {} at {} ms; {}", config, median,
                                 std::visit(TiesSentence{fastest, outcome.tied.size()}, rule.ties));
  if (outcome.tied.size() == 1) return text;
  return text + "; " +
         (outcome.pick == outcome.fastest ? fastest_text(rule.keys, outcome) : other_text(rule.keys, outcome));
}

}  // namespace tilewright::rules
