#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/formats/detail/json.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"
#include "core/formats/detail/units.hpp"

namespace tilewright::formats {
namespace {

struct Time {
  const char* ktt;
  const char* fact;
};

constexpr std::array<Time, 5> kTimes{{{"TotalOverhead", "overhead_ms"},
                                      {"DataMovementOverhead", "data_movement_ms"},
                                      {"SearcherOverhead", "strategy_ms"},
                                      {"ValidationOverhead", "verification_ms"},
                                      {"ExtraDuration", "extra_ms"}}};

FailureKind kind_of(const std::string& status) {
  if (status == "CompilationFailed") return FailureKind::compile;
  if (status == "DeviceLimitsExceeded") return FailureKind::resources;
  if (status == "ValidationFailed") return FailureKind::wrong_result;
  if (status == "ComputationFailed") return FailureKind::launch;
  throw RecordFault(fmt::format("field 'Status' is {}, which is not known", shown(status)));
}

class ResultReader {
 public:
  ResultReader(Recordings& recordings, std::string device, std::string unit, Config about)
      : recordings_(recordings), device_(std::move(device)), unit_(std::move(unit)), about_(std::move(about)) {}

  void read(const Json& record, std::size_t line) {
    Row row{.line = line};
    NamedValues config(configs_);
    for (const Json& parameter : member(record, "Configuration"))
      config.add(text_member(parameter, "Name"), value_of(member(parameter, "Value")));
    row.config = std::move(config).take();
    const std::string status = text_member(record, "Status");
    if (status == "Ok") {
      row.time_ms = in_ms(number_member(record, "TotalDuration"), unit_);
      set_samples(row, {*row.time_ms});
    } else {
      row.failure = Failure{kind_of(status), status};
    }
    add_facts(row, record);
    recordings_.of(text_member(record, "KernelName"), device_, {}, about_).rows.push_back(std::move(row));
  }

 private:
  void add_facts(Row& row, const Json& record) {
    NamedValues facts(facts_);
    for (const Time& time : kTimes)
      if (find(record, time.ktt) != nullptr) facts.add(time.fact, *in_ms(number_member(record, time.ktt), unit_));
    const Json* computations = find(record, "ComputationResults");
    if (computations != nullptr && computations->is_array() && computations->size() == 1)
      add_facts(facts, computations->at(0));
    row.facts = std::move(facts).take();
  }

  /// Of the only kernel that the result is of.
  static void add_facts(NamedValues& facts, const Json& computation) {
    if (const Json* compilation = find(computation, "CompilationData"))
      if (const Json* registers = find(*compilation, "RegistersCount")) facts.add("registers", value_of(*registers));
    const Json* profiling = find(computation, "ProfilingData");
    const Json* counters = profiling == nullptr ? nullptr : find(*profiling, "Counters");
    if (counters == nullptr || !counters->is_array()) return;
    for (const Json& counter : *counters) facts.add(text_member(counter, "Name"), value_of(member(counter, "Value")));
  }

  Recordings& recordings_;
  std::string device_;
  std::string unit_;
  Config about_;
  NameCache configs_ = {};
  NameCache facts_ = {};
};

}  // namespace

Reading read_ktt(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  const auto names = std::to_array<std::string_view>({"Metadata", "Results"});
  const JsonFile file(text, names, refusals);
  const JsonPart* results = file.find("Results");
  if (results == nullptr) refuse_file(source, "it has no 'Results'; is it complete?");
  Json metadata;
  if (const JsonPart* part = file.find("Metadata"))
    refusals.guard(part->line, [&] { metadata = parse_json(part->value); });
  const std::string unit = text_or_empty(metadata, "TimeUnit");
  if (!is_time_unit(unit))
    refuse_file(source, fmt::format("field 'TimeUnit' is {}; it should be Nanoseconds, Microseconds, Milliseconds or "
                                    "Seconds",
                                    shown(unit)));
  NameCache cache;
  NamedValues about(cache);
  for (const char* name : {"ComputeApi", "KttVersion", "Platform", "Timestamp"})
    if (const std::string value = text_or_empty(metadata, name); !value.empty()) about.add(name, value);
  Recordings recordings(Format::ktt);
  ResultReader reader(recordings, text_or_empty(metadata, "Device"), unit, std::move(about).take());
  for_each_element(*results, refusals, [&](const Json& record, std::size_t line) { reader.read(record, line); });
  return {.format = Format::ktt, .recordings = std::move(recordings).take(), .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
