#include "core/formats/detail/luminal_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/formats/detail/refusals.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

struct Kind {
  std::string_view line;
  std::string_view kernel;
};

constexpr std::array<Kind, 4> kKinds{{{"CUDA_EXEC_PROFILE ", "execute"},
                                      {"CUDA_PREPARE_PROFILE ", "prepare"},
                                      {"CUDA_ALLOC_PROFILE ", "allocate"},
                                      {"CUDA_RECAP_PROFILE ", "recapture"}}};

const Kind* kind_of(std::string_view line) {
  const auto* const found = std::ranges::find_if(kKinds, [&](const Kind& kind) { return line.starts_with(kind.line); });
  return found == kKinds.end() ? nullptr : found;
}

using Pair = std::pair<std::string_view, std::string_view>;

/// `dyn={'s': 1} bucket=0 total_ms=0.4`: a value in braces may hold spaces.
std::vector<Pair> pairs_of(std::string_view text) {
  std::vector<Pair> pairs;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || equals == 0) throw RecordFault(fmt::format("{} is not NAME=VALUE", shown(text)));
    const std::size_t brace = text.substr(equals + 1).starts_with('{') ? text.find('}', equals) : equals;
    const std::size_t end = std::min(brace == text.npos ? brace : text.find(' ', brace), text.size());
    pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1, end - equals - 1));
    text.remove_prefix(end);
  }
  return pairs;
}

double finite(const Pair& pair) {
  const auto number = parse_number(pair.second);
  if (number && std::isfinite(*number)) return *number;
  throw RecordFault(fmt::format("field '{}' is {}; a number is expected", pair.first, shown(pair.second)));
}

void add_sample(Row& row, const std::vector<Series>& times, std::string_view time) {
  const bool is_first = row.samples_ms.empty();
  for (const Series& one : times) {
    if (one.name == time) {
      row.samples_ms.push_back(one.values.front());
      continue;
    }
    const auto known = std::ranges::find(row.series, one.name, &Series::name);
    if (known != row.series.end())
      known->values.push_back(one.values.front());
    else if (is_first)
      row.series.push_back(one);
  }
  // A field that only some lines have is none of each sample.
  std::erase_if(row.series, [&](const Series& one) { return one.values.size() != row.samples_ms.size(); });
}

}  // namespace

bool is_luminal_profile(std::string_view line) { return kind_of(line) != nullptr; }

void LuminalProfileReader::read(std::string_view line, std::size_t number) {
  if (!is_utf8(line)) throw RecordFault("it is not UTF-8");
  const Kind& kind = *kind_of(line);
  std::vector<Series> times;
  NamedValues problem_values(problems_);
  NamedValues config_values(configs_);
  for (const Pair& pair : pairs_of(line.substr(kind.line.size()))) {
    if (pair.first.ends_with("_ms"))
      times.push_back({std::string(pair.first), {finite(pair)}});
    else
      (pair.first == "dyn" || pair.first == "bucket" ? problem_values : config_values)
          .add(pair.first, parse_value(pair.second));
  }
  const Config problem = std::move(problem_values).take();
  Config config = std::move(config_values).take();
  const bool has_launches = std::ranges::find(times, "launch_total_ms", &Series::name) != times.end();
  const std::string_view time = has_launches ? "launch_total_ms" : "total_ms";
  if (std::ranges::count(times, time, &Series::name) != 1) throw RecordFault(fmt::format("it has no one '{}'", time));
  const Config about{{"time", has_launches ? "launch_total_ms, an upper bound of the kernels' time" : "total_ms"}};
  Recording& recording = recordings_.of(kind.kernel, "", problem, about);
  const std::string key = fmt::format("{}\n{}\n{}", kind.kernel, to_text(problem), to_text(config));
  const auto [entry, is_new] = positions_.try_emplace(key, recording.rows.size());
  if (is_new) recording.rows.push_back({.config = std::move(config), .line = number});
  add_sample(recording.rows[entry->second], times, time);
}

}  // namespace tilewright::formats
