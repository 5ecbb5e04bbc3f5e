#include "cli/replay_flags.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <utility>

#include "backends/replay.hpp"
#include "core/error.hpp"
#include "core/formats/read.hpp"

namespace tilewright::cli {
namespace {

void refuse_what_the_recording_says(const Flags& flags) {
  for (const char* name : {"gpu", "shape", "shapes", "dtype", "registers"})
    if (flags.typed(name))
      throw Error(ErrorKind::bad_argument,
                  fmt::format("--{} is of no use with --backend replay: the recording says what was measured; leave it "
                              "out",
                              name));
  if (flags.typed("store"))
    throw Error(ErrorKind::bad_argument,
                "--store: what --backend replay gives is kept already, in its file; leave it out");
}

backends::ReplaySpace parse_replay_space(const std::string& name) {
  if (name == "recorded") return backends::ReplaySpace::recorded;
  if (name == "product") return backends::ReplaySpace::product;
  throw Error(ErrorKind::bad_argument, fmt::format("--replay-space '{}' is not known; give recorded or product", name));
}

/// What the result has to say of the file.
std::string refused_note(const std::string& file, std::size_t refused) {
  return fmt::format("{} records of {} were refused; `tilewright import` names them", refused, file);
}

}  // namespace

void declare_recording_index_flag(Flags& flags) {
  flags.value("recording-index", "N",
              "which recording of the file, from 1, as `tilewright import` counts them; needed when there are several");
}

const formats::Recording& chosen_recording(const Flags& flags, const std::string& file,
                                           const std::vector<formats::Recording>& recordings) {
  const std::size_t count = recordings.size();
  if (count == 0) throw Error(ErrorKind::bad_file, fmt::format("{}: there is no recording in it", file));
  if (flags.given("recording-index")) {
    const auto index = flags.integer("recording-index", 1, static_cast<std::int64_t>(count));
    return recordings[static_cast<std::size_t>(index - 1)];
  }
  if (count == 1) return recordings.front();
  throw Error(
      ErrorKind::bad_argument,
      fmt::format("{} has {} recordings; give --recording-index from 1 to {}, as `tilewright import` lists them", file,
                  count, count));
}

void declare_replay_flags(Flags& flags) {
  flags.value("recording", "FILE", "replay: a file of any format that `tilewright import` reads");
  declare_recording_index_flag(flags);
  flags
      .value("replay", "MODE",
             "replay: in_order (samples as recorded), shuffled (each once, in an order drawn by --seed) or bootstrap "
             "(each drawn anew by --seed); the first two begin again when all have come",
             "in_order")
      .value("replay-space", "NAME",
             "replay: recorded, or product: all that the recorded values can make, of which those that were not "
             "recorded fail with not_recorded",
             "recorded");
}

Measured make_replay(const GemmRequest& /*gemm*/, const Flags& flags) {
  refuse_what_the_recording_says(flags);
  if (!flags.given("recording"))
    throw Error(ErrorKind::bad_argument,
                "backend 'replay' needs --recording FILE, a file that `tilewright import` reads");
  const std::string& file = flags.text("recording");
  const backends::ReplayOptions options{.mode = backends::parse_replay_mode(flags.text("replay")),
                                        .seed = flags.integer("seed", 0, std::numeric_limits<std::int64_t>::max()),
                                        .source = file};
  const backends::ReplaySpace space = parse_replay_space(flags.text("replay-space"));
  const formats::Reading reading = formats::read_any(file);
  const formats::Recording& recording = chosen_recording(flags, file, reading.recordings);

  const auto recorded = std::make_shared<const backends::RecordedConfigs>(recording);
  auto backend = std::make_unique<backends::Replay>(recorded, options);
  Measured measured{.problem = backends::replay_problem(recording, recorded, space), .backend = nullptr};
  measured.notes = [replay = backend.get(), file, refused = reading.refused.size()] {
    std::vector<std::string> notes = replay->notes();
    if (refused > 0) notes.push_back(refused_note(file, refused));
    return notes;
  };
  measured.backend = std::move(backend);
  return measured;
}

}  // namespace tilewright::cli
