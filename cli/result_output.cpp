#include "cli/result_output.hpp"

#include <fmt/format.h>

#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"

namespace tilewright::cli {
namespace {

void complain_about(const std::string& path, const std::string& why) {
  complain(fmt::format("cannot write --output '{}': {}; the result goes to standard output instead", path, why));
}

}  // namespace

void declare_output_flags(Flags& flags) {
  flags.value("format", "FORMAT", "table, json or csv", "table");
  declare_file_flag(flags);
  flags.toggle("quiet", "no progress on standard error");
}

void declare_file_flag(Flags& flags) {
  flags.value("output", "FILE", "write the result there instead of to standard output");
}

FileOutput::FileOutput(const Flags& flags) : path_(flags.optional_text("output")) {
  if (!path_) return;
  if (const auto why = why_not_writable(*path_)) {
    unwritable_ = true;
    complain_about(*path_, *why);
  }
}

ExitCode FileOutput::deliver(const std::string& text) const {
  if (path_ && !unwritable_) {
    const auto why = write_file(*path_, text);
    if (!why) return ExitCode::done;
    complain_about(*path_, *why);
  }
  print(text);
  return path_ ? ExitCode::wrong_use : ExitCode::done;
}

ResultOutput::ResultOutput(const Flags& flags) : format_(parse_format(flags.text("format"))), file_(flags) {}

ExitCode ResultOutput::deliver(const Renderings& result) const { return file_.deliver(render(result)); }

ResultOutput::Format ResultOutput::parse_format(std::string_view name) {
  if (name == "table") return Format::table;
  if (name == "json") return Format::json;
  if (name == "csv") return Format::csv;
  throw Error(ErrorKind::bad_argument, fmt::format("--format '{}' is not known; give table, json or csv", name));
}

std::string ResultOutput::render(const Renderings& result) const {
  if (format_ == Format::json) return result.json();
  if (format_ == Format::csv) return result.csv();
  return result.table(file_.is_file() ? report::Style{} : stdout_style());
}

}  // namespace tilewright::cli
