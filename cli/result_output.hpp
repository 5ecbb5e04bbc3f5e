#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/exit_code.hpp"
#include "cli/flags.hpp"
#include "core/report/text_table.hpp"

namespace tilewright::cli {

/// The same result in each format; only the one that is asked for is made.
struct Renderings {
  std::function<std::string(const report::Style&)> table;
  std::function<std::string()> json;
  std::function<std::string()> csv;
};

/// The flags `--format`, `--output` and `--quiet`, which every command has.
void declare_output_flags(Flags& flags);

/// `--output`; `declare_output_flags` declares it too.
void declare_file_flag(Flags& flags);

/// Where a command's result goes: to the file of `--output`, else to standard output. A result is never lost: what the
/// file does not take is printed.
class FileOutput {
 public:
  /// Says at once, on standard error, when the file cannot be written, so that nobody waits in vain.
  explicit FileOutput(const Flags& flags);

  [[nodiscard]] bool is_file() const { return path_.has_value(); }

  /// `done`, or `wrong_use` when the file was not written and the result printed instead.
  [[nodiscard]] ExitCode deliver(const std::string& text) const;

 private:
  std::optional<std::string> path_;
  bool unwritable_ = false;
};

/// A `FileOutput` with the formats of `--format`.
class ResultOutput {
 public:
  /// As `FileOutput`; throws `Error` for a format that does not exist.
  explicit ResultOutput(const Flags& flags);

  [[nodiscard]] bool is_table() const { return format_ == Format::table; }

  /// `done`, or `wrong_use` when the file was not written and the result printed instead.
  [[nodiscard]] ExitCode deliver(const Renderings& result) const;

 private:
  enum class Format { table, json, csv };

  [[nodiscard]] static Format parse_format(std::string_view name);
  [[nodiscard]] std::string render(const Renderings& result) const;

  Format format_;
  FileOutput file_;
};

}  // namespace tilewright::cli
