#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/replay_flags.hpp"
#include "cli/result_output.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/formats/read.hpp"
#include "core/formats/write.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kSummary = "writes measurements in the format of another tool";

using formats::Recording;

/// A format that can be written.
struct Target {
  std::string_view name;
  bool takes_many;  ///< recordings
  std::string (*text)(const std::vector<Recording>& recordings, const std::string& timestamp);
};

constexpr std::array kTargets{
    Target{"kernel-tuner", false,
           [](const std::vector<Recording>& recordings, const std::string& timestamp) {
             return formats::kernel_tuner_cache(recordings.front(), timestamp);
           }},
    Target{"t4", false,
           [](const std::vector<Recording>& recordings, const std::string& timestamp) {
             return formats::t4_results(recordings.front(), timestamp);
           }},
    Target{"json", true,
           [](const std::vector<Recording>& recordings, const std::string&) {
             return formats::recordings_json(recordings);
           }},
    Target{"csv", true,
           [](const std::vector<Recording>& recordings, const std::string&) {
             return formats::recordings_csv(recordings);
           }},
};

Flags declare_export() {
  Flags flags(
      {.command = "export",
       .summary = kSummary,
       .notes =
           "FILE is of any format that `tilewright import` reads, results of `tilewright tune --format json` too.\n"
           "kernel-tuner and t4 take one recording; rows that were not timed are left out of them, and rows without\n"
           "a timestamp get the time of now.\n",
       .example = "tilewright tune --format json --output /tmp/tuned.json && tilewright export /tmp/tuned.json --to t4",
       .arguments = "FILE"});
  flags.value("to", "FORMAT", "kernel-tuner (cache), t4 (results), json (tilewright's recordings) or csv");
  declare_recording_index_flag(flags);
  declare_file_flag(flags);
  return flags;
}

const Target& find_target(const Flags& flags) {
  if (!flags.given("to")) throw Error(ErrorKind::bad_argument, "--to is missing; give kernel-tuner, t4, json or csv");
  const auto* const found = std::ranges::find(kTargets, flags.text("to"), &Target::name);
  if (found != kTargets.end()) return *found;
  throw Error(ErrorKind::bad_argument,
              fmt::format("--to '{}' is not known; give kernel-tuner, t4, json or csv", flags.text("to")));
}

/// RFC 3339, in UTC.
std::string now() {
  using namespace std::chrono;
  const auto time = floor<seconds>(system_clock::now());
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

ExitCode run_export(const Flags& flags) {
  if (flags.arguments().size() != 1)
    throw Error(ErrorKind::bad_argument, "export reads one file; name it; see `tilewright export --help`");
  const Target& target = find_target(flags);
  const FileOutput output(flags);
  const std::string& file = flags.arguments().front();
  const formats::Reading reading = formats::read_any(file);
  for (const formats::Refusal& refusal : reading.refused) complain(to_text(refusal, file));
  std::vector<Recording> recordings = reading.recordings;
  if (!target.takes_many || flags.given("recording-index") || recordings.empty())
    recordings = {chosen_recording(flags, file, reading.recordings)};
  return output.deliver(target.text(recordings, now()));
}

}  // namespace

const Command kExportCommand{"export", kSummary, declare_export, run_export};

}  // namespace tilewright::cli
