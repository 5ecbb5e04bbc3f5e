#include "cli/tuning_flags.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace tilewright::cli {
namespace {

SampleCount sample_count(const Flags& flags, const std::string& name, int least, const BackendEntry& entry) {
  const SampleCount samples = parse_sample_count(name, flags.text(name), least);
  if (samples.count || entry.takes_time) return samples;
  throw Error(ErrorKind::bad_argument, fmt::format("--{} '{}': the samples of backend '{}' take no time; give a count",
                                                   name, flags.text(name), entry.name));
}

}  // namespace

const char* const kTuningNotes =
    "RULE is a name (t3, triton, triton_dist) or TIES:KEY,KEY,... with TIES fastest, overlap[20,80],\n"
    "within[2%] or ci[95], and KEY median, mean, min, p20, p80, smem, registers or a parameter,\n"
    "with - in front for more is better. t3 is overlap[20,80]:smem,median.\n"
    "A time for --repeats is divided by what a sample of the reference result takes, so that every config\n"
    "gets the same count; a time for --warmup is run before the first sample. The samples of fake_measure\n"
    "take no time: it takes counts only.\n";

void declare_tuning_flags(Flags& flags) {
  flags.value("backend", "NAME", "what measures; `tilewright doctor` lists them", "fake_measure")
      .value(
          "top-k", "K",
          "configs to time: a count from 1, a share of the kept ones in (0, 1] as 0.25, or all (default: 8; all with "
          "--backend replay, which has no model)")
      .value("repeats", "N|Tms", "samples of each config: a count from 1, or the time that they may take, as 100ms",
             "25")
      .value("warmup", "N|Tms", "samples of each config that are taken first and dropped: a count, or a time as 25ms",
             "0")
      .toggle("interleave", "one sample of each config in turn, so that drift meets all alike")
      .value("rule", "RULE", "how to choose among what was measured", "t3");
  for (const BackendEntry& backend : known_backends()) backend.declare_flags(flags);
}

TuningRequest tuning_request(const Flags& flags) {
  const BackendEntry& entry = find_backend(flags.text("backend"));
  const SampleCount repeats = sample_count(flags, "repeats", 1, entry);
  const SampleCount warmup = sample_count(flags, "warmup", 0, entry);
  TuningRequest request{
      .backend = &entry,
      .repeats = repeats,
      .options = {.top_k = parse_top_k(flags.optional_text("top-k").value_or(std::string(entry.default_top_k))),
                  .plan = {.repeats = repeats.count.value_or(1),
                           .warmup = warmup.count.value_or(0),
                           .interleaved = flags.on("interleave")},
                  .rule = parse_rule(flags.text("rule"))}};
  if (const auto why_not = entry.why_not_here())
    throw Error(ErrorKind::not_available, fmt::format("backend '{}' is not available: {}", entry.name, *why_not));
  return request;
}

TuneOptions options_for(const Measured& measured, const TuningRequest& request) {
  TuneOptions options = request.options;
  if (!request.repeats.count) options.plan.repeats = measured.samples_within(request.repeats.total_ms);
  return options;
}

}  // namespace tilewright::cli
