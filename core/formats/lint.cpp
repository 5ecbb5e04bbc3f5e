#include "core/formats/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/stats/summary.hpp"

namespace tilewright::formats {
namespace {

using Findings = std::vector<std::string>;

std::string place_of(const Row& row) {
  return row.line == 0 ? to_text(row.config) : fmt::format("{} (line {})", to_text(row.config), row.line);
}

/// How many rows something is true of, with the first of them.
struct Count {
  std::size_t rows = 0;
  const Row* first = nullptr;

  void add(const Row& row) {
    if (rows++ == 0) first = &row;
  }
};

template <typename Test>
Count count_if(const Recording& recording, Test test) {
  Count count;
  for (const Row& row : recording.rows)
    if (test(row)) count.add(row);
  return count;
}

void report(Findings& findings, const Recording& recording, const Count& count, std::string_view what) {
  if (count.rows > 0)
    findings.push_back(fmt::format("{} of {} configs {}; the first is {}", count.rows, recording.rows.size(), what,
                                   place_of(*count.first)));
}

void check_signs(Findings& findings, const Recording& recording) {
  const auto not_positive = [](const Row& row) {
    return std::ranges::any_of(row.samples_ms, [](double time) { return time <= 0; });
  };
  report(findings, recording, count_if(recording, not_positive), "have a time of 0 or less, which cannot be");
}

/// The stated time divided by the mean of the samples.
std::optional<double> ratio_of(const Row& row) {
  if (!row.time_ms || row.samples_ms.empty()) return std::nullopt;
  const double mean = stats::mean(row.samples_ms);
  return mean == 0 ? std::nullopt : std::optional(*row.time_ms / mean);
}

bool is_unit_apart(const Row& row) {
  const auto ratio = ratio_of(row);
  if (!ratio || *ratio <= 0) return false;
  const double decades = std::abs(std::log10(*ratio));
  return std::abs(decades - 3) < 0.1 || std::abs(decades - 6) < 0.1 || std::abs(decades - 9) < 0.1;
}

void check_means(Findings& findings, const Recording& recording) {
  constexpr double kTolerance = 1e-3;
  report(findings, recording, count_if(recording, is_unit_apart),
         "state a time that is a power of 1000 away from the mean of its samples, as of two units");
  const auto differs = [](const Row& row) {
    const auto ratio = ratio_of(row);
    return ratio && std::abs(*ratio - 1) > kTolerance && !is_unit_apart(row);
  };
  const Count count = count_if(recording, differs);
  if (count.rows == 0) return;
  const Row& row = *count.first;
  report(findings, recording, count,
         fmt::format("state a time that is not the mean of its samples ({:.6g} ms where that is {:.6g} ms)",
                     *row.time_ms, stats::mean(row.samples_ms)));
}

void check_first_samples(Findings& findings, const Recording& recording) {
  const auto is_cold = [](const Row& row) { return stats::first_sample_is_outlier(row.samples_ms); };
  report(findings, recording, count_if(recording, is_cold), "have a first sample that looks cold");
}

void check_untimed(Findings& findings, const Recording& recording) {
  const auto is_untimed = [](const Row& row) { return row.samples_ms.empty() && !row.failure; };
  report(findings, recording, count_if(recording, is_untimed), "were neither timed nor failed");
}

void check_repeats(Findings& findings, const Recording& recording) {
  std::set<Config> seen;
  const auto is_repeated = [&](const Row& row) { return !seen.insert(row.config).second; };
  report(findings, recording, count_if(recording, is_repeated), "are there more than once");
}

/// The values that each parameter takes, ascending.
std::vector<std::vector<Value>> values_seen(const Recording& recording) {
  std::vector<std::set<Value>> seen(recording.parameters.size());
  for (const Row& row : recording.rows)
    for (std::size_t i = 0; i < std::min(seen.size(), row.config.size()); ++i) seen[i].insert(row.config.values()[i]);
  std::vector<std::vector<Value>> values;
  for (const std::set<Value>& set : seen) values.emplace_back(set.begin(), set.end());
  return values;
}

/// The first point of the product, last parameter fastest, that is not among the configs; there must be one.
std::string first_missing(const Recording& recording, const std::vector<std::vector<Value>>& values) {
  std::set<std::vector<Value>> there;
  for (const Row& row : recording.rows) there.insert(row.config.values());
  std::vector<std::size_t> digits(values.size(), 0);
  while (true) {
    std::vector<Value> point;
    for (std::size_t i = 0; i < values.size(); ++i) point.push_back(values[i][digits[i]]);
    if (!there.contains(point))
      return to_text(Config(std::make_shared<const Config::Names>(recording.parameters), std::move(point)));
    for (std::size_t i = values.size(); i-- > 0;) {
      if (++digits[i] < values[i].size()) break;
      digits[i] = 0;
    }
  }
}

void check_space(Findings& findings, const Recording& recording) {
  const auto has_all_parameters = [&](const Row& row) { return row.config.names() == recording.parameters; };
  const Count odd = count_if(recording, [&](const Row& row) { return !has_all_parameters(row); });
  report(findings, recording, odd, "have other parameters than the first");
  if (odd.rows > 0 || recording.rows.empty()) return;
  const auto values = values_seen(recording);
  double product = 1;
  for (const auto& of_one : values) product *= static_cast<double>(of_one.size());
  std::set<Config> configs;
  for (const Row& row : recording.rows) configs.insert(row.config);
  if (static_cast<double>(configs.size()) >= product) return;
  findings.push_back(fmt::format(
      "{} configs of the {:.0f} that the values seen can make: a constraint or an interrupt has left out {:.0f}, such "
      "as {}",
      configs.size(), product, product - static_cast<double>(configs.size()), first_missing(recording, values)));
}

bool names_a_clock(std::string_view name) { return name.find("freq") != name.npos || name.find("clock") != name.npos; }

struct Range {
  double least = 0;
  double most = 0;
};

void check_clocks(Findings& findings, const Recording& recording) {
  constexpr double kTolerance = 0.01;
  std::map<std::string, Range> clocks;
  const auto add = [&](const std::string& name, double value) {
    const auto [entry, is_new] = clocks.try_emplace(name, Range{value, value});
    entry->second = {std::min(entry->second.least, value), std::max(entry->second.most, value)};
  };
  for (const Row& row : recording.rows) {
    for (const Series& series : row.series)
      if (names_a_clock(series.name))
        for (const double value : series.values) add(series.name, value);
    for (std::size_t i = 0; i < row.facts.size(); ++i)
      if (const std::string& name = row.facts.names()[i]; names_a_clock(name)) {
        if (const auto* real = std::get_if<double>(&row.facts.values()[i])) add(name, *real);
        if (const auto* integer = std::get_if<std::int64_t>(&row.facts.values()[i]))
          add(name, static_cast<double>(*integer));
      }
  }
  for (const auto& [name, range] : clocks)
    if (range.most - range.least > kTolerance * std::abs(range.most))
      findings.push_back(fmt::format("{} is between {:.6g} and {:.6g}: times at different clocks cannot be compared",
                                     name, range.least, range.most));
}

}  // namespace

std::vector<std::string> lint(const Recording& recording) {
  Findings findings;
  check_signs(findings, recording);
  check_means(findings, recording);
  check_clocks(findings, recording);
  check_repeats(findings, recording);
  check_first_samples(findings, recording);
  check_untimed(findings, recording);
  check_space(findings, recording);
  return findings;
}

}  // namespace tilewright::formats
