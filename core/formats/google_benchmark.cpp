#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"
#include "core/formats/detail/units.hpp"

namespace tilewright::formats {
namespace {

/// Old files do not say which rows are figures of other rows; their names do.
bool ends_as_aggregate(std::string_view name) {
  constexpr std::array<std::string_view, 6> kEndings{"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"};
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

double time_ms(const Json& row, const char* field) {
  const Json* unit = find(row, "time_unit");
  const std::string name = unit == nullptr ? "ns" : text_member(row, "time_unit");  // the default of the library
  const auto time = in_ms(number_member(row, field), name);
  if (!time) throw RecordFault(fmt::format("field 'time_unit' is {}; it should be ns, us, ms or s", shown(name)));
  return *time;
}

/// Rows by the name of their benchmark: repetitions are samples of one.
class BenchmarkReader {
 public:
  explicit BenchmarkReader(Recording& recording) : recording_(recording) {}

  void read(const Json& json, std::size_t line) {
    const std::string name = text_member(json, "name");
    const std::string type = text_or_empty(json, "run_type");
    if (type == "aggregate" || (type.empty() && ends_as_aggregate(name))) return read_aggregate(json, line);
    const Json* error = find(json, "error_occurred");
    const bool has_failed = error != nullptr && *error == true;
    const double real_ms = has_failed ? 0 : time_ms(json, "real_time");
    const double cpu_ms = has_failed ? 0 : time_ms(json, "cpu_time");
    const Json* run_name = find(json, "run_name");
    Row& row = row_of(run_name != nullptr && run_name->is_string() ? run_name->get<std::string>() : name, line);
    if (has_failed) row.failure = Failure{FailureKind::crashed, text_or_empty(json, "error_message")};
    if (!row.failure) add_sample(row, real_ms, cpu_ms);
    if (row.failure) row.samples_ms.clear();
  }

  /// A median stands for samples that are not in the file.
  void finish() {
    for (auto& [position, times_ms] : cpu_time_ms_) {
      Row& row = recording_.rows[static_cast<std::size_t>(position)];
      if (!row.failure) row.series.push_back({"cpu_time_ms", std::move(times_ms)});
    }
    for (Row& row : recording_.rows)
      if (row.samples_ms.empty() && !row.failure && row.time_ms) set_samples(row, {*row.time_ms});
  }

 private:
  void add_sample(Row& row, double real_ms, double cpu_ms) {
    Samples samples = std::move(row.samples_ms);
    samples.push_back(real_ms);
    set_samples(row, std::move(samples));
    cpu_time_ms_[&row - recording_.rows.data()].push_back(cpu_ms);
  }

  void read_aggregate(const Json& json, std::size_t line) {
    if (text_or_empty(json, "aggregate_name") != "median") return;
    const double median_ms = time_ms(json, "real_time");
    if (std::isfinite(median_ms)) row_of(text_member(json, "run_name"), line).time_ms = median_ms;
  }

  Row& row_of(const std::string& name, std::size_t line) {
    const auto [entry, is_new] = positions_.try_emplace(name, recording_.rows.size());
    if (is_new) {
      NamedValues config(configs_);
      config.add("name", name);
      recording_.rows.push_back({.config = std::move(config).take(), .line = line});
    }
    return recording_.rows[entry->second];
  }

  Recording& recording_;
  NameCache configs_ = {};
  std::map<std::string, std::size_t> positions_ = {};
  std::map<std::ptrdiff_t, std::vector<double>> cpu_time_ms_ = {};
};

Config about(const JsonFile& file, Refusals& refusals) {
  Config about;
  if (const JsonPart* context = file.find("context"))
    refusals.guard(context->line, [&] {
      const Json json = parse_json(context->value);
      if (!json.is_object()) return;
      NameCache names;
      NamedValues values(names);
      for (const auto& [name, value] : json.get_ref<const Json::object_t&>())
        if (!value.is_structured()) values.add(name, value_of(value));
      about = std::move(values).take();
    });
  return about;
}

}  // namespace

Reading read_google_benchmark(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  const auto names = std::to_array<std::string_view>({"context", "benchmarks"});
  const JsonFile file(text, names, refusals);
  const JsonPart* benchmarks = file.find("benchmarks");
  if (benchmarks == nullptr) refuse_file(source, "it has no 'benchmarks'; is it complete?");
  Recordings recordings(Format::google_benchmark);
  BenchmarkReader reader(recordings.of("", "", {}, about(file, refusals)));
  for_each_element(*benchmarks, refusals, [&](const Json& row, std::size_t line) { reader.read(row, line); });
  reader.finish();
  return {.format = Format::google_benchmark,
          .recordings = std::move(recordings).take(),
          .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
