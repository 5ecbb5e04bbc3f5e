#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::cli {

/// What a run of the program came to.
struct Outcome {
  int code = 0;  ///< the exit code, or minus the signal that ended it
  std::string out;
  std::string err;
};

/// Where the program runs.
struct Surroundings {
  std::vector<std::string> environment = {"PATH=/usr/bin:/bin"};
  std::string program = TILEWRIGHT_PROGRAM;
  std::string out_path = {};         ///< standard output goes there, not into `Outcome::out`
  bool out_is_terminal = false;      ///< `Outcome::out` is what a terminal would get, with \r\n
  bool err_is_terminal = false;      ///< the same of standard error
  std::int64_t max_file_bytes = -1;  ///< no file can grow over it; no limit when negative
  bool never_root = false;           ///< root, who may write everywhere, becomes nobody
};

/// Runs the built `tilewright` to its end.
[[nodiscard]] Outcome run(const std::vector<std::string>& arguments, const Surroundings& surroundings = {});

/// Whether this machine has pseudoterminals to give; a root folder without /dev/pts has none.
[[nodiscard]] bool has_terminals();

/// As `run`, of a command line as a shell reads it; its first word is `tilewright`.
[[nodiscard]] Outcome run_line(const std::string& line);

/// Whether it failed with this code and said so in one line on standard error, `tilewright: ` in front.
[[nodiscard]] bool failed_in_one_line(const Outcome& outcome, int code);

/// A folder of its own for a test's files; gone afterwards.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  [[nodiscard]] std::string path(std::string_view name) const { return (folder_ / name).string(); }

  /// Makes a file and returns its path.
  [[nodiscard]] std::string file(std::string_view name, std::string_view content) const;

  /// Names of what is in it, in alphabetical order.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::filesystem::path folder_;
};

/// A device that is always full. Root gets one of its own: a faulty program must not be able to replace that of the
/// machine. Nothing where that cannot be.
[[nodiscard]] std::optional<std::string> full_device(const ScratchFolder& folder);

[[nodiscard]] std::string content_of(const std::string& path);

}  // namespace tilewright::cli
