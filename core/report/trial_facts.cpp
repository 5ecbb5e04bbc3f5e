#include "core/report/trial_facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/max.hpp>
#include <range/v3/algorithm/min.hpp>

#include "core/stats/quantile.hpp"

namespace tilewright::report {
namespace {

constexpr const char* kRegisters = "registers";
constexpr const char* kUsualMhz = "sm_mhz_median";

/// A condition, and the facts that tell it.
struct Condition {
  const char* name;
  const char* usual;
  const char* least;
  const char* most;
  const char* unit;
};

constexpr std::array kConditions{
    Condition{"SM clock", kUsualMhz, "sm_mhz_min", "sm_mhz_max", "MHz"},
    Condition{"power", "power_w", "power_w", "power_w", "W"},
    Condition{"temperature", "temperature_c", "temperature_c", "temperature_c", "C"},
};

std::optional<double> number(const Config& facts, const char* name) {
  return facts.find(name) == nullptr ? std::nullopt : std::optional(facts.real(name));
}

/// The numbers of that name, of the trials that have one.
std::vector<double> numbers(const TuneRun& run, const char* name) {
  std::vector<double> all;
  for (const Config& facts : run.facts)
    if (const auto value = number(facts, name)) all.push_back(*value);
  return all;
}

std::string low_clock_note(const TuneRun& run) {
  const auto is_low = [](const Config& facts) { return facts.find("low_clock") != nullptr && facts.flag("low_clock"); };
  const auto low = ranges::count_if(run.facts, is_low);
  if (low == 0) return "";
  return fmt::format("the SM clock stayed low for {} of {} configs, however often their samples were taken again", low,
                     run.facts.size());
}

std::string clock_of_pick_note(const TuneRun& run) {
  constexpr double kWorthTelling = 0.03;
  if (!run.result.choice || run.facts.empty()) return "";
  const auto mhz = number(run.facts[run.result.choice->trial], kUsualMhz);
  if (!mhz) return "";
  const double usual_mhz = stats::quantile(numbers(run, kUsualMhz), 0.5);
  if (std::abs(*mhz / usual_mhz - 1) <= kWorthTelling) return "";
  return fmt::format("the pick met an SM clock of {:.0f} MHz, the median of all is {:.0f} MHz ({:+.1f} %){}", *mhz,
                     usual_mhz, 100 * (*mhz / usual_mhz - 1),
                     run.options.plan.interleaved ? "" : "; --interleave lets all meet the same");
}

}  // namespace

std::vector<std::string> fact_names(const TuneRun& run) {
  std::vector<std::string> names;
  for (const Config& facts : run.facts)
    for (const std::string& name : facts.names())
      if (!ranges::contains(names, name)) names.push_back(name);
  return names;
}

std::optional<std::int64_t> compiled_registers(const TuneRun& run, std::size_t trial) {
  if (run.facts.empty() || run.facts[trial].find(kRegisters) == nullptr) return std::nullopt;
  return run.facts[trial].integer(kRegisters);
}

bool has_compiled_registers(const TuneRun& run) {
  return ranges::any_of(run.facts, [](const Config& facts) { return facts.find(kRegisters) != nullptr; });
}

std::string conditions_text(const TuneRun& run) {
  std::vector<std::string> parts;
  for (const Condition& condition : kConditions) {
    const std::vector<double> usual = numbers(run, condition.usual);
    if (usual.empty()) continue;
    parts.push_back(fmt::format("{} {:.0f} [{:.0f}, {:.0f}] {}", condition.name, stats::quantile(usual, 0.5),
                                ranges::min(numbers(run, condition.least)), ranges::max(numbers(run, condition.most)),
                                condition.unit));
  }
  return fmt::to_string(fmt::join(parts, ", "));
}

std::vector<std::string> notes_on_conditions(const TuneRun& run) {
  std::vector<std::string> notes;
  for (const std::string& note : {low_clock_note(run), clock_of_pick_note(run)})
    if (!note.empty()) notes.push_back(note);
  return notes;
}

}  // namespace tilewright::report
