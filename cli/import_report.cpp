#include "cli/import_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/formats/lint.hpp"
#include "core/formats/summary.hpp"
#include "core/report/milliseconds.hpp"

namespace tilewright::cli {
namespace {

constexpr std::size_t kMostParagraphs = 4;
constexpr std::size_t kWidestCell = 100;

using formats::BestRow;
using formats::Recording;
using formats::RecordingSummary;

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string heading(const ImportedFile& file) {
  const formats::Reading& reading = file.reading;
  const std::string refused = reading.refused.empty() ? "" : fmt::format(", {} refused", reading.refused.size());
  return report::printable(fmt::format("{}: {}, {}{}", file.path, to_text(reading.format),
                                       counted(reading.recordings.size(), "recording"), refused)) +
         "\n";
}

/// `Xgemm on RTX 3090, problem_size=[4096,4096]`
std::string subject(const Recording& recording) {
  std::string text = recording.kernel.empty() ? "kernel without a name" : recording.kernel;
  if (!recording.device.empty()) text += " on " + recording.device;
  if (recording.problem.size() > 0) text += ", " + to_text(recording.problem);
  return text;
}

std::string ms(double time_ms) { return report::ms_text(time_ms, report::decimals_for({&time_ms, 1})); }

std::string best_line(std::string_view by, const Recording& recording, const std::optional<BestRow>& best) {
  if (!best) return "";
  return report::printable(fmt::format("   best by {:<6} {} ms  {}", by, ms(best->time_ms),
                                       to_text(recording.rows[best->row].config))) +
         "\n";
}

std::string paragraph(std::size_t number, const Recording& recording) {
  const RecordingSummary summary = formats::summarize(recording);
  const std::size_t untimed = summary.rows - summary.timed - summary.failed;
  return report::printable(fmt::format("{:>2} {}", number, subject(recording))) +
         fmt::format("\n   {}, {} failed{}\n", counted(summary.rows, "row"), summary.failed,
                     untimed == 0 ? "" : fmt::format(", {} not timed", untimed)) +
         best_line("median", recording, summary.by_median) + best_line("mean", recording, summary.by_mean);
}

/// The best config by the mean too, where that is another one.
std::string best_cell(const Recording& recording, const RecordingSummary& summary) {
  if (!summary.by_median) return "none";
  std::string text = to_text(recording.rows[summary.by_median->row].config);
  if (summary.by_mean->row != summary.by_median->row)
    text += fmt::format("; by mean: {}", to_text(recording.rows[summary.by_mean->row].config));
  return text;
}

std::string table_of(const std::vector<Recording>& recordings, const report::Style& style) {
  std::vector<report::Row> rows;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const Recording& recording = recordings[i];
    const RecordingSummary summary = formats::summarize(recording);
    rows.push_back({.cells = {fmt::format("{}", i + 1), report::one_line(subject(recording), kWidestCell),
                              fmt::format("{}", summary.rows), fmt::format("{}", summary.failed),
                              summary.by_median ? ms(summary.by_median->time_ms) : "-",
                              summary.by_mean ? ms(summary.by_mean->time_ms) : "-",
                              report::one_line(best_cell(recording, summary), kWidestCell)}});
  }
  using report::Align;
  const std::vector<report::Column> columns{
      {"#"}, {"recording", Align::left}, {"rows"}, {"failed"}, {"median ms"}, {"mean ms"}, {"best", Align::left}};
  return report::text_table(columns, rows, style);
}

std::string recordings_text(const std::vector<Recording>& recordings, const report::Style& style) {
  if (recordings.size() > kMostParagraphs) return table_of(recordings, style);
  std::string text;
  for (std::size_t i = 0; i < recordings.size(); ++i) text += paragraph(i + 1, recordings[i]);
  return text;
}

}  // namespace

std::string import_table(std::span<const ImportedFile> files, bool with_lint, const report::Style& style) {
  std::string text;
  for (const ImportedFile& file : files) {
    if (!text.empty()) text += "\n";
    text += heading(file) + recordings_text(file.reading.recordings, style);
    if (!with_lint) continue;
    const std::vector<std::string> findings = lint_lines(file);
    if (findings.empty()) text += "lint: nothing looks wrong\n";
    for (const std::string& finding : findings) text += "lint: " + report::printable(finding) + "\n";
  }
  return text;
}

std::vector<std::string> lint_lines(const ImportedFile& file) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < file.reading.recordings.size(); ++i)
    for (const std::string& finding : formats::lint(file.reading.recordings[i]))
      lines.push_back(fmt::format("{}: recording {}: {}", file.path, i + 1, finding));
  return lines;
}

}  // namespace tilewright::cli
