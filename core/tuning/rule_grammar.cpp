#include "core/tuning/rule_grammar.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/error.hpp"

namespace tilewright::rules {
namespace {

struct NamedRule {
  std::string_view name;
  std::string_view text;
};

constexpr std::array kNamedRules = {
    NamedRule{"t3", "overlap[20,80]:smem,median"},
    NamedRule{"triton", "fastest:median,p20,p80"},  // triton.autotune: the least of (median, p20, p80)
    NamedRule{"triton_dist", "fastest:mean"},
};

constexpr std::string_view kFastest = "fastest";
constexpr std::string_view kOverlap = "overlap[LOW,HIGH] with 0 <= LOW <= HIGH <= 100";
constexpr std::string_view kWithin = "within[P%] with P from 0";
constexpr std::string_view kConfidence = "ci[P] with 0 < P < 100";

/// What stands before the colon, and the form that it should have.
struct TiesText {
  std::string_view text;
  std::string_view form;

  [[noreturn]] void refuse(std::string_view what) const {
    throw Error(ErrorKind::bad_argument, fmt::format("rule: ties '{}' {}; give {}", text, what, form));
  }

  [[nodiscard]] std::string_view inside_brackets() const {
    const std::size_t open = text.find('[');
    if (open == text.npos) refuse("lacks its '['");
    if (!text.ends_with(']')) refuse("does not end with ']'");
    return text.substr(open + 1, text.size() - open - 2);
  }

  [[nodiscard]] double number(std::string_view token) const {
    double number = 0;
    const char* const end = token.data() + token.size();
    const auto [stop, fault] = std::from_chars(token.data(), end, number);
    if (fault != std::errc() || stop != end) refuse(fmt::format("has '{}' where a number belongs", token));
    return number;
  }
};

// Ranges are written so that NaN is outside of them.

Overlap parse_overlap(const TiesText& ties) {
  const std::string_view inside = ties.inside_brackets();
  const std::size_t comma = inside.find(',');
  if (comma == inside.npos) ties.refuse("lacks its ','");
  const Overlap overlap{ties.number(inside.substr(0, comma)), ties.number(inside.substr(comma + 1))};
  const bool in_range = 0 <= overlap.low_percentile && overlap.low_percentile <= overlap.high_percentile &&
                        overlap.high_percentile <= 100;
  if (!in_range) ties.refuse("is out of range");
  return overlap;
}

Within parse_within(const TiesText& ties) {
  std::string_view inside = ties.inside_brackets();
  if (!inside.ends_with('%')) ties.refuse("lacks its '%'");
  inside.remove_suffix(1);
  const Within within{ties.number(inside)};
  const bool in_range = 0 <= within.percent && std::isfinite(within.percent);
  if (!in_range) ties.refuse("is out of range");
  return within;
}

ConfidenceInterval parse_confidence(const TiesText& ties) {
  const ConfidenceInterval interval{ties.number(ties.inside_brackets())};
  const double confidence = interval.percent / 100;  // what is computed with, so what must not round to 0 or 1
  const bool in_range = 0 < confidence && confidence < 1;
  if (!in_range) ties.refuse("is out of range");
  return interval;
}

Ties parse_ties(std::string_view text) {
  const std::string_view name = text.substr(0, text.find('['));
  if (text == kFastest) return EqualMedian{};
  if (name == kFastest) TiesText{text, kFastest}.refuse("takes no brackets");
  if (name == "overlap") return parse_overlap({text, kOverlap});
  if (name == "within") return parse_within({text, kWithin});
  if (name == "ci") return parse_confidence({text, kConfidence});
  throw Error(ErrorKind::bad_argument, fmt::format("rule: ties '{}' is not known; give {}, {}, {}, or {}", text,
                                                   kFastest, kOverlap, kWithin, kConfidence));
}

[[noreturn]] void refuse_key(std::string_view key, std::string_view what) {
  throw Error(ErrorKind::bad_argument,
              fmt::format("rule: key '{}' {}; give {} or a config parameter, with '-' in front if more is better", key,
                          what, kKeyForms));
}

/// The NN of `pNN`; nothing for another name, as `p2p` or `pipeline`.
std::optional<double> percentile_of(std::string_view name) {
  if (name.size() < 2 || name[0] != 'p' || name[1] < '0' || name[1] > '9') return std::nullopt;
  double percentile = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, fault] = std::from_chars(name.data() + 1, end, percentile, std::chars_format::fixed);
  return fault == std::errc() && stop == end ? std::optional(percentile) : std::nullopt;
}

Key parse_key(std::string_view text) {
  const bool more_is_better = text.starts_with('-');
  const std::string_view name = text.substr(more_is_better ? 1 : 0);
  if (name.empty()) refuse_key(text, "is empty");
  if (name.find_first_of(":[]") != name.npos) refuse_key(text, "has a ':' or a bracket");
  if (name.front() == ' ' || name.back() == ' ') refuse_key(text, "has a space around it");
  const auto key = [&](KeyKind kind, double percentile = 0) {
    return Key{std::string(name), kind, percentile, more_is_better};
  };
  if (name == "median") return key(KeyKind::percentile, 50);
  if (name == "mean") return key(KeyKind::mean);
  if (name == "min") return key(KeyKind::min);
  if (name == "smem") return key(KeyKind::smem);
  if (name == "registers") return key(KeyKind::registers);
  const std::optional<double> percentile = percentile_of(name);
  if (!percentile) return key(KeyKind::parameter);
  if (*percentile > 100) refuse_key(text, "is out of range");
  return key(KeyKind::percentile, *percentile);
}

std::vector<Key> parse_keys(std::string_view text) {
  std::vector<Key> keys;
  while (true) {
    const std::size_t comma = text.find(',');
    keys.push_back(parse_key(text.substr(0, comma)));
    if (comma == text.npos) return keys;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

RuleSpec parse(std::string_view text) {
  for (const NamedRule& named : kNamedRules)
    if (text == named.name) return parse(named.text);
  const std::size_t colon = text.find(':');
  if (colon == text.npos)
    throw Error(ErrorKind::bad_argument,
                fmt::format("rule '{}' is not known; give t3, triton, triton_dist or TIES:KEY,KEY,..., as {}", text,
                            kNamedRules.front().text));
  return {parse_ties(text.substr(0, colon)), parse_keys(text.substr(colon + 1))};
}

}  // namespace tilewright::rules
