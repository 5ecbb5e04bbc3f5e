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

/// How and where a command's result goes: to a file if one was asked for, else to standard output. A result is never
/// lost: what the file does not take is printed.
class ResultOutput {
 public:
  /// Throws `Error` for a format that does not exist. Says at once, on standard error, when the file cannot be written,
  /// so that nobody waits in vain.
  explicit ResultOutput(const Flags& flags);

  /// `done`, or `wrong_use` when the file was not written and the result printed instead.
  [[nodiscard]] ExitCode deliver(const Renderings& result) const;

 private:
  enum class Format { table, json, csv };

  [[nodiscard]] static Format parse_format(std::string_view name);
  [[nodiscard]] std::string render(const Renderings& result) const;

  Format format_;
  std::optional<std::string> path_;
  bool unwritable_ = false;
};

}  // namespace tilewright::cli
