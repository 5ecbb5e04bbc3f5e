#include "backends/recorded_configs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>
#include <utility>

#include "core/error.hpp"
#include "sim/config_hash.hpp"

namespace tilewright::backends {
namespace {

constexpr std::size_t kFewValues = 16;  // up to here looking through them takes less time than hashing

/// An amount from 0 that a file states; 0 for anything else.
std::int64_t amount(const Config& facts, std::string_view name) {
  constexpr double kMost = 1e12;
  const Value* value = facts.find(name);
  if (value == nullptr) return 0;
  const auto* integer = std::get_if<std::int64_t>(value);
  const auto* real = std::get_if<double>(value);
  const double number = integer != nullptr ? static_cast<double>(*integer) : real != nullptr ? *real : 0;
  return number > 0 && number <= kMost ? static_cast<std::int64_t>(number) : 0;
}

}  // namespace

std::size_t ValueIndex::add(const Value& value) {
  if (const auto position = find(value)) return *position;
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer != nullptr && integers_.size() == values_.size())
    integers_.push_back(*integer);
  else
    integers_.clear();
  positions_.emplace(value, values_.size());
  values_.push_back(value);
  return values_.size() - 1;
}

std::optional<std::size_t> ValueIndex::find(const Value& value) const {
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer != nullptr && integers_.size() == values_.size() && integers_.size() <= kFewValues) {
    const auto found = std::ranges::find(integers_, *integer);
    if (found == integers_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - integers_.begin());
  }
  const auto found = positions_.find(value);
  return found == positions_.end() ? std::nullopt : std::optional(found->second);
}

/// The rows of one config.
struct RecordedConfigs::RowGroup {
  ConfigIndex index = 0;
  std::vector<const formats::Row*> rows;
};

RecordedConfigs::RecordedConfigs(const formats::Recording& recording)
    : values_(recording.parameters.size()), space_(std::vector<Parameter>{}) {
  const std::vector<RowGroup> groups = grouped(recording);
  if (groups.empty())
    throw Error(ErrorKind::bad_file, fmt::format("{}: there is no config to replay in it", recording.source));
  space_ =
      Space::of_listed(space_.parameters(), groups | ranges::views::transform(&RowGroup::index) | ranges::to_vector);
  for (const RowGroup& group : groups) add(group);
}

/// By config, ascending.
std::vector<RecordedConfigs::RowGroup> RecordedConfigs::grouped(const formats::Recording& recording) {
  std::vector<const formats::Row*> rows;
  for (const formats::Row& row : recording.rows)
    if (row.config.names() == recording.parameters) rows.push_back(&row);
  rows_left_out_ = recording.rows.size() - rows.size();
  if (rows.empty()) return {};

  for (const formats::Row* row : rows)
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i].add(row->config.values()[i]);
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < values_.size(); ++i) parameters.push_back({recording.parameters[i], values_[i].values()});
  space_ = Space(std::move(parameters));

  std::unordered_map<ConfigIndex, std::size_t> positions;
  std::vector<RowGroup> groups;
  for (const formats::Row* row : rows) {
    const ConfigIndex index = *index_of(row->config);
    const auto [entry, is_new] = positions.try_emplace(index, groups.size());
    if (is_new) groups.push_back({index, {}});
    groups[entry->second].rows.push_back(row);
  }
  std::ranges::sort(groups, {}, &RowGroup::index);
  return groups;
}

void RecordedConfigs::add(const RowGroup& group) {
  const formats::Row& first = *group.rows.front();
  RecordedConfig config{
      .index = group.index,
      .hash = sim::content_hash(first.config),
      .first_sample = samples_ms_.size(),
      .resources = {.smem_bytes = amount(first.facts, "smem_bytes"), .registers = amount(first.facts, "registers")}};
  for (const formats::Row* row : group.rows) {
    const Samples times = formats::times_ms(*row);
    samples_ms_.insert(samples_ms_.end(), times.begin(), times.end());
    if (!config.failure) config.failure = row->failure;
  }
  config.samples = samples_ms_.size() - config.first_sample;
  if (config.samples > 0)
    config.failure.reset();
  else if (!config.failure)
    config.failure = Failure{FailureKind::not_recorded, "the recording has neither a time nor a failure of it"};
  positions_.emplace(group.index, configs_.size());
  configs_.push_back(std::move(config));
}

std::optional<ConfigIndex> RecordedConfigs::index_of(const Config& config) const {
  if (config.size() != values_.size()) return std::nullopt;
  const bool same_names = config.shares_names_with(space_.first()) || config.names() == space_.first().names();
  ConfigIndex index = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Value* value = same_names ? &config.values()[i] : config.find(space_.parameters()[i].name);
    const auto digit = value == nullptr ? std::nullopt : values_[i].find(*value);
    if (!digit) return std::nullopt;
    index = index * values_[i].values().size() + *digit;
  }
  return index;
}

std::optional<std::size_t> RecordedConfigs::find(const Config& config) const {
  const auto index = index_of(config);
  if (!index) return std::nullopt;
  const auto found = positions_.find(*index);
  return found == positions_.end() ? std::nullopt : std::optional(found->second);
}

TuningProblem replay_problem(const formats::Recording& recording, std::shared_ptr<const RecordedConfigs> recorded,
                             ReplaySpace space) {
  Config::Names names = recording.problem.names();
  std::vector<Value> values = recording.problem.values();
  if (!recording.device.empty() && std::ranges::find(names, "gpu") == names.end()) {
    names.emplace_back("gpu");
    values.emplace_back(recording.device);
  }
  TuningProblem problem{.name = recording.kernel.empty() ? "recording" : recording.kernel,
                        .space = space == ReplaySpace::recorded ? recorded->space() : recorded->product()};
  problem.key = Config(std::make_shared<const Config::Names>(std::move(names)), std::move(values));
  problem.resources = [recorded = std::move(recorded)](const Config& config) {
    const auto position = recorded->find(config);
    return position ? recorded->configs()[*position].resources : Resources{};
  };
  return problem;
}

}  // namespace tilewright::backends
