#include "cli/fake_measure_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "backends/fake_measure.hpp"
#include "cli/register_flags.hpp"
#include "core/error.hpp"
#include "core/gemm/problem.hpp"
#include "core/gemm/wave_model.hpp"
#include "core/store/context.hpp"

namespace tilewright::cli {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view what) {
  throw Error(ErrorKind::bad_argument, fmt::format("--fail '{}': {}; give KIND:NAME=VALUE,...", text, what));
}

/// `show` of each, with commas between.
template <typename Range, typename Show>
std::string listed(const Range& range, Show show) {
  std::string list;
  for (const auto& element : range) list += fmt::format("{}{}", list.empty() ? "" : ", ", show(element));
  return list;
}

FailureKind parse_kind(std::string_view name, std::string_view text) {
  const auto* const found = std::ranges::find(kFailureKinds, name, [](FailureKind kind) { return to_text(kind); });
  if (found != kFailureKinds.end()) return *found;
  refuse(text, fmt::format("kind '{}' is none of {}", name,
                           listed(kFailureKinds, [](FailureKind kind) { return to_text(kind); })));
}

const Parameter& find_parameter(std::string_view name, const Space& space, std::string_view text) {
  if (const Parameter* parameter = space.find(name)) return *parameter;
  refuse(text, fmt::format("parameter '{}' is none of {}", name,
                           listed(space.parameters(), [](const Parameter& parameter) { return parameter.name; })));
}

const Value& find_value(std::string_view value, const Parameter& parameter, std::string_view text) {
  const auto show = [](const Value& one) { return to_text(one); };
  const auto found = std::ranges::find(parameter.values, value, show);
  if (found != parameter.values.end()) return *found;
  refuse(text, fmt::format("{} '{}' is none of {}", parameter.name, value, listed(parameter.values, show)));
}

/// What is left of the first `separator`, which leaves `rest` with it; all of it without one.
std::string_view take_until(std::string_view& rest, char separator) {
  const std::string_view taken = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(rest.size(), taken.size() + 1));
  return taken;
}

sim::HiddenFactor parse_hidden(const std::string& name) {
  if (name == "reference") return sim::reference_hidden_factor();
  if (name == "none") return sim::no_hidden_factor();
  throw Error(ErrorKind::bad_argument, fmt::format("--hidden '{}' is not known; give reference or none", name));
}

/// A sample is a function of what the backend describes, of the model's time and of its number.
Remembered remembered(const TuningProblem& problem, const gemm::GpuSpec& gpu) {
  return {.begins_anew = true,
          .key = {{"kernel", "simulated 1"}, {"device.name", gpu.name}},
          .identity = [predict_ms = problem.predict_ms](const Config& config) {
            return store::join({{"", config}, {"", {{"model_ms", predict_ms(config)}}}});
          }};
}

}  // namespace

void declare_fake_measure_flags(Flags& flags) {
  flags.value("seed", "N", "from 0: of the noise of fake_measure, and of --replay shuffled and bootstrap", "0")
      .value("noise", "SHARE", "fake_measure: standard deviation of a sample, 0 to 1", "0.03")
      .value("stream", "NAME",
             "fake_measure: sequential (one generator over the samples in order) or per_config (what a config measures "
             "does not depend on when it is asked)",
             "sequential")
      .value("hidden", "NAME", "fake_measure: reference (what the model cannot know, per config) or none", "reference")
      .value("cold", "FACTOR", "fake_measure: the first sample of a config takes so many times as long, 1 to 1000", "1")
      .value("drift", "SHARE", "fake_measure: each sample takes so much longer than the one before, 0 to 1", "0")
      .list("fail", "KIND[:NAME=VALUE,...]",
            "fake_measure: configs with these parameters (all without any) fail: compile, resources, launch, timeout, "
            "wrong_result, invalid_time, crashed or not_recorded; may be repeated");
}

Measured make_fake_measure(const GemmRequest& gemm, const Flags& flags) {
  const gemm::RegistersOf registers = registers_of(
      flags, "reference", gemm.gpu, kernels::packed_operands(gemm.shape, gemm.dtype), gemm::reference_space());
  TuningProblem problem = gemm::gemm_problem(gemm.shape, gemm.dtype, gemm.gpu, gemm::reference_space(), registers);
  sim::DeviceOptions options{.seed = flags.integer("seed", 0, std::numeric_limits<std::int64_t>::max()),
                             .stream = sim::parse_noise_stream(flags.text("stream")),
                             .noise_sigma = flags.real("noise", 0, 1),
                             .hidden = parse_hidden(flags.text("hidden")),
                             .cold_factor = flags.real("cold", 1, 1000),
                             .drift_per_sample = flags.real("drift", 0, 1),
                             .faults = {}};
  for (const std::string& text : flags.texts("fail")) options.faults.push_back(parse_fault(text, problem.space));
  const bool in_any_order = options.stream == sim::NoiseStream::per_config;
  auto backend = std::make_unique<backends::FakeMeasure>(problem.predict_ms, std::move(options));
  Measured measured{.problem = std::move(problem), .backend = std::move(backend)};
  if (in_any_order) measured.remembered = remembered(measured.problem, gemm.gpu);
  measured.predict = [shape = gemm.shape, gpu = gemm.gpu,
                      resources = measured.problem.resources](const Config& config) {
    return gemm::predict(shape, gemm::tile_config(config), resources(config).registers, gpu);
  };
  return measured;
}

sim::Fault parse_fault(std::string_view text, const Space& space) {
  if (text.ends_with(':') || text.ends_with(',')) refuse(text, "something is missing at its end");
  std::string_view rest = text;
  const FailureKind kind = parse_kind(take_until(rest, ':'), text);
  Config::Names names;
  std::vector<Value> values;
  while (!rest.empty()) {
    std::string_view entry = take_until(rest, ',');
    const Parameter& parameter = find_parameter(take_until(entry, '='), space, text);
    if (std::ranges::find(names, parameter.name) != names.end())
      refuse(text, fmt::format("parameter '{}' is there twice", parameter.name));
    names.push_back(parameter.name);
    values.push_back(find_value(entry, parameter, text));
  }
  return {.match = Config(std::make_shared<const Config::Names>(std::move(names)), std::move(values)),
          .kind = kind,
          .text = {}};
}

}  // namespace tilewright::cli
