#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "cli/command.hpp"
#include "cli/import_report.hpp"
#include "cli/result_output.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/formats/read.hpp"
#include "core/formats/write.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kSummary = "reads measurements of other tools: what is in them, what looks wrong";

Flags declare_import() {
  Flags flags(
      {.command = "import",
       .summary = kSummary,
       .notes =
           "Read by content, also when packed with gzip: Kernel Tuner caches, T4 results, KTT, PyTorch TunableOp,\n"
           "the CUTLASS profiler, Nsight Compute (ncu --csv), triton.autotune, Google Benchmark, Luminal searches,\n"
           "and what tilewright writes. Each record that is refused is named on standard error, the others are\n"
           "kept; code 5 when nothing is left, or with --strict when anything was refused.\n"
           "json is tilewright's own recording format, csv has a line for each row; both hold all recordings.\n",
       .example = "tilewright tune --format json --output /tmp/tuned.json && tilewright import /tmp/tuned.json --lint",
       .arguments = "FILE..."});
  flags.toggle("lint", "say what looks wrong: with json and csv on standard error")
      .toggle("strict", "end with code 5 when a file or a record was refused; what was read is still written");
  declare_output_flags(flags);
  return flags;
}

/// Names what is refused on standard error; nothing when the whole file is.
std::optional<ImportedFile> import_file(const std::string& path) {
  try {
    ImportedFile file{path, formats::read_any(path)};
    for (const formats::Refusal& refusal : file.reading.refused) complain(to_text(refusal, path));
    return file;
  } catch (const Error& fault) {
    if (fault.kind() != ErrorKind::bad_file) throw;
    complain(fault.what());
    return std::nullopt;
  }
}

bool has_rows(const ImportedFile& file) {
  return std::ranges::any_of(file.reading.recordings,
                             [](const formats::Recording& recording) { return !recording.rows.empty(); });
}

std::vector<formats::Recording> all_recordings(const std::vector<ImportedFile>& files) {
  std::vector<formats::Recording> all;
  for (const ImportedFile& file : files)
    all.insert(all.end(), file.reading.recordings.begin(), file.reading.recordings.end());
  return all;
}

ExitCode run_import(const Flags& flags) {
  if (flags.arguments().empty())
    throw Error(ErrorKind::bad_argument, "import reads files; name one; see `tilewright import --help`");
  const ResultOutput output(flags);
  const bool lint = flags.on("lint");
  std::vector<ImportedFile> files;
  bool refused = false;
  for (const std::string& path : flags.arguments()) {
    std::optional<ImportedFile> file = import_file(path);
    refused |= !file || !file->reading.refused.empty();
    if (file) files.push_back(std::move(*file));
  }
  if (std::ranges::none_of(files, has_rows)) {
    if (!refused) complain(fmt::format("{}: there is no row in it", flags.arguments().front()));
    return ExitCode::bad_file;
  }
  if (lint && !output.is_table())
    for (const ImportedFile& file : files)
      for (const std::string& line : lint_lines(file)) complain(line);
  const ExitCode delivered =
      output.deliver({.table = [&](const report::Style& style) { return import_table(files, lint, style); },
                      .json = [&] { return formats::recordings_json(all_recordings(files)); },
                      .csv = [&] { return formats::recordings_csv(all_recordings(files)); }});
  return delivered == ExitCode::done && refused && flags.on("strict") ? ExitCode::bad_file : delivered;
}

}  // namespace

const Command kImportCommand{"import", kSummary, declare_import, run_import};

}  // namespace tilewright::cli
