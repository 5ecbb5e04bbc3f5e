// `tilewright store ...`: a command for each thing that can be done to the store.
#include <fmt/format.h>

#include <chrono>
#include <limits>

#include "cli/command.hpp"
#include "cli/result_output.hpp"
#include "cli/store_flags.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/report/config_report.hpp"
#include "core/report/fact_report.hpp"
#include "core/store/inventory.hpp"
#include "core/store/listing.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kList = "what is in the store of measurements";
constexpr const char* kShow = "one entry of the store: its key, its configs, what was chosen";
constexpr const char* kVerify = "look at all of the store for damage";
constexpr const char* kPrune = "remove from the store what is old or no longer wanted";
constexpr const char* kExport = "every record of the store, for other programs";

/// An example that works wherever it is called: it fills a store first.
std::string example(const std::string& command) {
  return "tilewright tune --stream per_config --store my.sqlite --output my.txt && tilewright " + command +
         " --store my.sqlite";
}

Flags flags_of(const std::string& command, const char* summary, const std::string& notes,
               const std::string& more = "") {
  Flags flags({.command = command, .summary = summary, .notes = notes, .example = example(command + more)});
  declare_store_file(flags);
  return flags;
}

store::Inventory open_store(const Flags& flags) {
  const std::filesystem::path file = store_file(flags);
  if (file.empty())
    throw Error(ErrorKind::no_store,
                "store: there is no home to keep it in; set TILEWRIGHT_HOME, or give --store FILE");
  return store::Inventory(file);
}

ExitCode deliver_rows(const ResultOutput& output, const std::vector<Config>& rows, const char* schema, const char* name,
                      const std::string& heading = "", const std::string& ending = "") {
  return output.deliver(
      {.table =
           [&](const report::Style& style) {
             return heading + (rows.empty() ? "nothing is stored\n" : report::config_table(rows, style)) + ending;
           },
       .json = [&] { return report::config_json(schema, name, rows); },
       .csv = [&] { return report::config_csv(rows); }});
}

Flags declare_list() {
  Flags flags =
      flags_of("store list", kList,
               "An entry is everything but the config on which samples depend: problem, shape, kernel source, "
               "device,\ncompiler, way of measuring. `store show` tells one in full.\n");
  declare_where(flags);
  declare_output_flags(flags);
  return flags;
}

ExitCode run_list(const Flags& flags) {
  const store::Where where = parse_where(flags);
  const ResultOutput output(flags);
  std::vector<Config> rows;
  for (const store::Entry& entry : open_store(flags).entries(where)) rows.push_back(store::row_of(entry));
  return deliver_rows(output, rows, "tilewright.store.list/1", "entries");
}

Flags declare_show() {
  Flags flags = flags_of("store show", kShow, "Key and choices are shown in the table only; `store export` has all.\n",
                         " --entry 1");
  flags.value("entry", "N", "which one, as `store list` counts", "1");
  declare_output_flags(flags);
  return flags;
}

std::string choices_text(store::Inventory& inventory, const store::Entry& entry) {
  std::string text;
  inventory.for_each_choice(entry, [&](const store::StoredChoice& choice) {
    text += fmt::format("\nchosen {}: {}\nrule: {}\nwhy:  {}\n", store::utc_text(choice.time_s), to_text(choice.config),
                        choice.rule, choice.why);
  });
  return text;
}

ExitCode run_show(const Flags& flags) {
  const std::int64_t id = flags.integer("entry", 1, std::numeric_limits<std::int64_t>::max());
  const ResultOutput output(flags);
  store::Inventory inventory = open_store(flags);
  const store::Entry entry = inventory.entry(id);
  std::string key;
  for (std::size_t i = 0; i < entry.context.size(); ++i)
    key += fmt::format("{}: {}\n", entry.context.names()[i], to_text(entry.context.values()[i]));
  return deliver_rows(output, store::rows_of(inventory, entry), "tilewright.store.show/1", "configs", key + "\n",
                      choices_text(inventory, entry));
}

Flags declare_verify() {
  Flags flags = flags_of("store verify", kVerify, "Exit code 6 when something is damaged.\n");
  declare_output_flags(flags);
  return flags;
}

std::vector<report::Fact> facts_of(const store::Verified& verified) {
  std::vector<report::Fact> facts{{"entries", "read", fmt::format("{}", verified.contexts)},
                                  {"configs", "read", fmt::format("{}", verified.configs)},
                                  {"batches", "read", fmt::format("{}", verified.batches)},
                                  {"choices", "read", fmt::format("{}", verified.choices)}};
  for (const std::string& fault : verified.faults) facts.push_back({"fault", "damaged", fault});
  return facts;
}

ExitCode run_verify(const Flags& flags) {
  const ResultOutput output(flags);
  const store::Verified verified = open_store(flags).verify();
  const std::vector<report::Fact> facts = facts_of(verified);
  const ExitCode delivered =
      output.deliver({.table = [&](const report::Style& style) { return report::fact_table(facts, style); },
                      .json = [&] { return report::fact_json("tilewright.store.verify/1", facts); },
                      .csv = [&] { return report::fact_csv(facts); }});
  if (verified.faults.empty()) return delivered;
  complain(fmt::format("store: '{}' is damaged: {}; `tilewright store export` saves what is sound",
                       store_file(flags).string(), verified.faults.front()));
  return ExitCode::no_store;
}

Flags declare_prune() {
  Flags flags = flags_of("store prune", kPrune,
                         "Give --older-than, --where, or both. The room is used for what is stored next.\n",
                         " --older-than 90 --dry-run");
  declare_where(flags);
  flags.value("older-than", "DAYS", "only what is older, 0 to 100000; a fraction will do")
      .toggle("dry-run", "only say what would be removed");
  declare_output_flags(flags);
  return flags;
}

/// The end of time without `--older-than`.
std::int64_t prune_before_s(const Flags& flags) {
  if (!flags.given("older-than")) return std::numeric_limits<std::int64_t>::max();
  constexpr double kSecondsADay = 86400;
  const auto age_s = static_cast<std::int64_t>(flags.real("older-than", 0, 100000) * kSecondsADay);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count() - age_s;
}

ExitCode run_prune(const Flags& flags) {
  const store::Where where = parse_where(flags);
  if (where.empty() && !flags.given("older-than"))
    throw Error(ErrorKind::bad_argument, "store prune: nothing says what is to go; give --older-than or --where");
  const std::int64_t before_s = prune_before_s(flags);
  const ResultOutput output(flags);
  const store::Pruned pruned = open_store(flags).prune(where, before_s, flags.on("dry-run"));
  const char* const status = flags.on("dry-run") ? "to remove" : "removed";
  const std::vector<report::Fact> facts{{"batches", status, fmt::format("{}", pruned.batches)},
                                        {"choices", status, fmt::format("{}", pruned.choices)}};
  return output.deliver({.table = [&](const report::Style& style) { return report::fact_table(facts, style); },
                         .json = [&] { return report::fact_json("tilewright.store.prune/1", facts); },
                         .csv = [&] { return report::fact_csv(facts); }});
}

Flags declare_export() {
  Flags flags =
      flags_of("store export", kExport,
               "As a table and as JSON: a JSON object a line, of a batch of samples, a failure or a choice. As "
               "CSV: a line\nfor each sample and failure.\n");
  declare_where(flags);
  declare_output_flags(flags);
  return flags;
}

ExitCode run_export(const Flags& flags) {
  const store::Where where = parse_where(flags);
  const ResultOutput output(flags);
  store::Inventory inventory = open_store(flags);
  return output.deliver({.table = [&](const report::Style&) { return store::json_lines(inventory, where); },
                         .json = [&] { return store::json_lines(inventory, where); },
                         .csv = [&] { return report::config_csv(store::sample_rows(inventory, where)); }});
}

}  // namespace

const Command kStoreListCommand{"store list", kList, declare_list, run_list};
const Command kStoreShowCommand{"store show", kShow, declare_show, run_show};
const Command kStoreVerifyCommand{"store verify", kVerify, declare_verify, run_verify};
const Command kStorePruneCommand{"store prune", kPrune, declare_prune, run_prune};
const Command kStoreExportCommand{"store export", kExport, declare_export, run_export};

}  // namespace tilewright::cli
