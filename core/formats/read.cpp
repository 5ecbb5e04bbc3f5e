#include "core/formats/read.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/formats/detail/csv.hpp"
#include "core/formats/detail/json.hpp"
#include "core/formats/detail/log_text.hpp"
#include "core/formats/detail/luminal_profile.hpp"
#include "core/formats/detail/ncu_text.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"
#include "core/formats/file_bytes.hpp"
#include "core/formats/nsight_compute.hpp"

namespace tilewright::formats {
namespace {

/// What a text shows of itself without being read.
struct Clues {
  std::string_view text;
  Config::Names keys = {};     ///< of the object that it is
  std::string schema = {};     ///< its member `schema`
  Config::Names columns = {};  ///< of its first line, as CSV

  [[nodiscard]] bool has_key(std::string_view key) const { return std::ranges::find(keys, key) != keys.end(); }
  [[nodiscard]] bool has_column(std::string_view name) const {
    return std::ranges::find(columns, name) != columns.end();
  }
};

bool has_luminal_line(std::string_view text) {
  bool found = false;
  for_each_log_line(text, [&](std::string_view line, std::size_t) {
    const bool is_search = line.starts_with("Start ") || line.starts_with("Faster ");
    found = is_luminal_profile(line) || (is_search && line.find("| [KRN: ") != line.npos);
    return !found;
  });
  return found;
}

bool is_tunable_op(const Clues& clues) {
  if (clues.columns.empty()) return false;
  return clues.columns[0] == "Validator" || clues.columns[0].find("TunableOp") != std::string::npos;
}

using Read = Reading (*)(std::string_view text, std::string_view source);

struct FormatEntry {
  Format format;
  std::string_view name;
  bool (*fits)(const Clues&);
  Read read;
};

/// Every format; the first that fits is taken, so those that look at the whole text come last.
constexpr auto kFormats = std::to_array<FormatEntry>({
    {Format::kernel_tuner, "kernel-tuner",
     [](const Clues& clues) { return clues.has_key("tune_params_keys") || clues.has_key("tune_params"); },
     read_kernel_tuner},
    {Format::t4, "t4", [](const Clues& clues) { return clues.has_key("results"); }, read_t4},
    {Format::ktt, "ktt", [](const Clues& clues) { return clues.has_key("Results"); }, read_ktt},
    {Format::triton_autotune, "triton-autotune", [](const Clues& clues) { return clues.has_key("configs_timings"); },
     read_triton_autotune},
    {Format::google_benchmark, "google-benchmark", [](const Clues& clues) { return clues.has_key("benchmarks"); },
     read_google_benchmark},
    {Format::tilewright_json, "tilewright-json", [](const Clues& clues) { return clues.schema == "tilewright.tune/1"; },
     read_tune_json},
    {Format::tilewright_json, "tilewright-json",
     [](const Clues& clues) { return clues.schema == "tilewright.recording/1"; }, read_recording_json},
    {Format::tilewright_csv, "tilewright-csv",
     [](const Clues& clues) { return clues.has_column("failure_kind") && clues.has_column("samples_ms"); },
     read_recording_csv},
    {Format::tilewright_csv, "tilewright-csv",
     [](const Clues& clues) { return clues.has_column("failure_kind") && clues.has_column("median_ms"); },
     read_tune_csv},
    {Format::cutlass_profiler, "cutlass-profiler",
     [](const Clues& clues) { return clues.has_column("Disposition") && clues.has_column("Operation"); },
     read_cutlass_profiler},
    {Format::tunable_op, "tunable-op", is_tunable_op, read_tunable_op},
    {Format::nsight_compute, "nsight-compute",
     [](const Clues& clues) { return ncu_header_begin(clues.text) < clues.text.size(); }, read_nsight_compute_rows},
    {Format::luminal, "luminal", [](const Clues& clues) { return has_luminal_line(clues.text); }, read_luminal},
});

/// Names and the schema of an object, however broken it is.
void look_into_object(std::string_view text, Clues& clues) {
  constexpr std::size_t kMostKeys = 100;
  Refusals ignored("");
  for_each_part(text, 1, ignored, [&](const JsonPart& part) {
    clues.keys.push_back(part.key);
    if (part.key == "schema" && !part.cut)
      clues.schema = std::string(part.value.substr(1, part.value.size() - std::min<std::size_t>(part.value.size(), 2)));
    return clues.keys.size() < kMostKeys;
  });
}

void look_into_line(std::string_view text, Clues& clues) {
  CsvReader csv(text);
  try {
    if (const auto row = csv.next())
      for (const CsvField& field : row->fields) clues.columns.emplace_back(trimmed(field.text));
  } catch (const RecordFault&) {
    clues.columns.clear();
  }
}

const FormatEntry* entry_of(std::string_view text) {
  const std::string_view content = trimmed(text);
  Clues clues{.text = text};
  if (content.starts_with('{'))
    look_into_object(content, clues);
  else
    look_into_line(text, clues);
  const auto* const found = std::ranges::find_if(kFormats, [&](const FormatEntry& entry) { return entry.fits(clues); });
  return found == kFormats.end() ? nullptr : found;
}

std::string format_names() {
  std::vector<std::string_view> names;
  for (const FormatEntry& entry : kFormats)
    if (names.empty() || names.back() != entry.name) names.push_back(entry.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string_view without_byte_order_mark(std::string_view text, std::string_view source) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    refuse_file(source, "it is UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

Reading read_plain(std::string_view bytes, std::string_view source) {
  const std::string_view text = without_byte_order_mark(bytes, source);
  if (trimmed(text).empty()) refuse_file(source, "it is empty");
  const FormatEntry* entry = entry_of(text);
  if (entry == nullptr)
    refuse_file(source, fmt::format("it is of no format that is known; known are {}", format_names()));
  Reading reading = entry->read(text, source);
  for (Recording& recording : reading.recordings)
    if (recording.source.empty()) recording.source = source;
  return reading;
}

}  // namespace

std::string_view to_text(Format format) {
  const auto* const found = std::ranges::find(kFormats, format, &FormatEntry::format);
  return found == kFormats.end() ? "" : found->name;
}

std::optional<Format> parse_format(std::string_view name) {
  const auto* const found = std::ranges::find(kFormats, name, &FormatEntry::name);
  return found == kFormats.end() ? std::nullopt : std::optional(found->format);
}

std::optional<Format> detect(std::string_view text) {
  const FormatEntry* entry = entry_of(text);
  return entry == nullptr ? std::nullopt : std::optional(entry->format);
}

Reading read_text(std::string_view bytes, std::string_view source) {
  return is_gzip(bytes) ? read_plain(unpacked(bytes, source), source) : read_plain(bytes, source);
}

Reading read_any(const std::filesystem::path& path) { return read_text(read_bytes(path), path.string()); }

NcuReport read_nsight_compute(const std::filesystem::path& path) {
  const std::string bytes = read_bytes(path);
  const std::string source = path.string();
  const std::string text = is_gzip(bytes) ? unpacked(bytes, source) : bytes;
  return parse_nsight_compute(without_byte_order_mark(text, source), source);
}

}  // namespace tilewright::formats
