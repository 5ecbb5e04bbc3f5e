#include <utility>

#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/refusals.hpp"
#include "core/formats/nsight_compute.hpp"
#include "core/formats/read.hpp"

namespace tilewright::formats {
namespace {

Row row_of(const NcuLaunch& launch, NameCache& config_names, NameCache& fact_names) {
  NamedValues config(config_names);
  config.add("id", launch.id);
  config.add("grid", launch.grid);
  config.add("block", launch.block);
  Row row{.config = std::move(config).take(), .line = launch.line};
  row.time_ms = duration_ms(launch);
  if (row.time_ms) set_samples(row, {*row.time_ms});
  NamedValues facts(fact_names);
  for (const NcuMetric& metric : launch.metrics)
    facts.add(metric.unit.empty() ? metric.name : metric.name + " [" + metric.unit + "]", metric.value);
  row.facts = std::move(facts).take();
  return row;
}

}  // namespace

Reading read_nsight_compute_rows(std::string_view text, std::string_view source) {
  NcuReport report = parse_nsight_compute(text, source);
  Refusals refusals(source);
  for (Refusal& refusal : report.refused) refusals.add(refusal.line, std::move(refusal.text));
  Recordings recordings(Format::nsight_compute);
  NameCache configs;
  NameCache facts;
  for (const NcuLaunch& launch : report.launches)
    refusals.guard(launch.line, [&] {
      Row row = row_of(launch, configs, facts);
      recordings.of(launch.kernel, launch.device, {}).rows.push_back(std::move(row));
    });
  return {.format = Format::nsight_compute,
          .recordings = std::move(recordings).take(),
          .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
