#include "cli/tune_store.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "cli/store_flags.hpp"
#include "core/error.hpp"
#include "core/store/context.hpp"

namespace tilewright::cli {
namespace {

bool always_tune() {
  const char* const text = std::getenv("TILEWRIGHT_ALWAYS_TUNE");
  const std::string_view asked = text == nullptr ? "" : text;
  return !asked.empty() && asked != "0";
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// Whether this run uses a store.
bool is_wanted(const Flags& flags, const Measured& measured) {
  if (flags.on("no-store") && flags.given("store"))
    throw Error(ErrorKind::bad_argument, "--store and --no-store exclude each other; give one of them");
  if (flags.given("store") && !measured.remembered)
    throw Error(ErrorKind::bad_argument,
                "--store: what a config measures here depends on when it is asked; give --stream per_config");
  return !flags.on("no-store") && measured.remembered && (flags.given("store") || measured.remembered->by_default);
}

/// Everything but the config on which samples depend.
Config context_of(const Measured& measured, const SweepPlan& plan) {
  const Config name{{"problem", measured.problem.name}};
  const Config how{{"warmup", plan.warmup}, {"interleaved", plan.interleaved}};
  return store::join({{"", name},
                      {"problem", store::without(measured.problem.key, "gpu")},  // it is what `device` is
                      {"", measured.remembered->key},
                      {"method", measured.backend->describe()},
                      {"method", how}});
}

}  // namespace

std::string from_store_text(const store::Tally& tally) {
  return fmt::format("{} of {} samples from the store", tally.from_store, tally.samples);
}

void declare_tune_store_flags(Flags& flags) {
  declare_store_file(flags);
  flags.toggle("no-store", "cuda, cublaslt: measure everything anew and keep nothing");
}

TuneStore::TuneStore(const Flags& flags, const Measured& measured, const SweepPlan& plan) : measured_(measured) {
  if (!is_wanted(flags, measured)) return;
  const std::filesystem::path file = store_file(flags);
  if (file.empty()) {
    no_home_ = "store: there is no home, so that nothing is stored; set TILEWRIGHT_HOME, or give --store";
    return;
  }
  context_ = context_of(measured, plan);
  store_.emplace(file);
  if (!always_tune()) miss_ = store_->miss(context_);
  remembering_.emplace(*measured.backend, *store_, options(plan));
}

store::RememberOptions TuneStore::options(const SweepPlan& plan) const {
  store::RememberOptions options{.context = context_,
                                 .repeats = plan.repeats,
                                 .warmup = plan.warmup,
                                 .ignore_stored = always_tune(),
                                 .begins_anew = measured_.remembered->begins_anew,
                                 .identity = measured_.remembered->identity,
                                 .time_s = seconds_now,
                                 .reject = measured_.problem.reject};
  options.conditions = [this](const Config& config) {
    return conditions(measured_.remembered->last_facts ? measured_.remembered->last_facts(config) : Config());
  };
  return options;
}

Config TuneStore::conditions(const Config& facts) const {
  static const Config kRun{{"host", host_name()}, {"tilewright", TILEWRIGHT_VERSION}};
  return store::join({{"", facts}, {"run", kRun}});
}

Config TuneStore::facts(const Config& config) const {
  if (!remembering_) return measured_.facts(config);
  const auto stored = remembering_->stored_conditions(config);
  const Config known = stored            ? store::without_part(*stored, "run.")
                       : measured_.facts ? measured_.facts(config)
                                         : Config();
  return store::join({{"", known}, {"", {{"from_store", remembering_->from_store(config)}}}});
}

std::vector<std::string> TuneStore::notes() const {
  std::vector<std::string> notes;
  if (const store::Tally given = tally(); given.from_store > 0) notes.push_back(from_store_text(given));
  if (miss_) notes.push_back("store: " + *miss_);
  if (std::string text = warning(); !text.empty()) notes.push_back(std::move(text));
  return notes;
}

std::string TuneStore::warning() const { return remembering_ ? store_->warning() : no_home_; }

void TuneStore::keep_choice(const report::TuneRun& run) {
  if (!store_ || !run.result.choice) return;
  const Trial& pick = run.result.trials[run.result.choice->trial];
  const auto last = store_->choice(context_);
  if (last && last->config == pick.config && last->why == run.result.choice->why) return;
  store_->append(context_, store::StoredChoice{.config = pick.config,
                                               .rule = run.result.choice->rule,
                                               .why = run.result.choice->why,
                                               .conditions = conditions({}),
                                               .time_s = seconds_now()});
}

}  // namespace tilewright::cli
