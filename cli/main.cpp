#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"

namespace tilewright::cli {
namespace {

constexpr std::array kCommands{
    &kTuneCommand,        &kExplainCommand,    &kSweepCommand,       &kLookupCommand,    &kImportCommand,
    &kExportCommand,      &kGpusCommand,       &kDoctorCommand,      &kStoreListCommand, &kStoreShowCommand,
    &kStoreVerifyCommand, &kStorePruneCommand, &kStoreExportCommand,
};

std::string help() {
  std::string text = "tilewright COMMAND [FLAGS]\n\n";
  for (const Command* command : kCommands) text += fmt::format("  {:<12} {}\n", command->name, command->summary);
  return text +
         "\n`tilewright COMMAND --help` lists a command's flags; `tilewright --version` prints the version.\n\n"
         "Exit codes: 0 done, 2 wrong use, 3 no valid config, 4 not available here, 5 an input file is bad,\n"
         "6 the store is not usable, 70 a fault of the program.\n\n"
         "Example:\n  tilewright tune --gpu rtx3070 --shape 4096x4096x4096\n";
}

std::string command_names() {
  std::string names;
  for (const Command* command : kCommands) names += (names.empty() ? "" : ", ") + std::string(command->name);
  return names;
}

ExitCode run(const Command& command, const std::vector<std::string>& arguments) {
  Flags flags = command.declare();
  flags.parse(arguments);
  if (!flags.help_asked()) return command.run(flags);
  print(flags.help());
  return ExitCode::done;
}

/// How many of the arguments are the command's name; 0 when they begin otherwise.
std::size_t words_of(const Command& command, const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments[0] == command.name) return 1;
  if (arguments.size() > 1 && arguments[0] + " " + arguments[1] == command.name) return 2;
  return 0;
}

ExitCode run(const std::vector<std::string>& arguments) {
  const std::string name = arguments.empty() ? "" : arguments.front();
  for (const Command* command : kCommands)
    if (const std::size_t words = words_of(*command, arguments); words > 0)
      return run(*command, {arguments.begin() + static_cast<std::ptrdiff_t>(words), arguments.end()});
  if (arguments.size() == 1 && (name == "--help" || name == "--version")) {
    print(name == "--help" ? help() : "tilewright " TILEWRIGHT_VERSION "\n");
    return ExitCode::done;
  }
  const std::string what = arguments.empty() ? "a command is missing" : fmt::format("there is no command '{}'", name);
  throw Error(ErrorKind::bad_argument, fmt::format("{}; commands: {}; see `tilewright --help`", what, command_names()));
}

ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_argument:
      return ExitCode::wrong_use;
    case ErrorKind::not_available:
      return ExitCode::not_available;
    case ErrorKind::bad_file:
      return ExitCode::bad_file;
    case ErrorKind::no_store:
      return ExitCode::no_store;
  }
  return ExitCode::fault;
}

ExitCode guarded_run(const std::vector<std::string>& arguments) {
  try {
    return run(arguments);
  } catch (const Error& fault) {
    complain(fault.what());
    return exit_code_of(fault.kind());
  } catch (const std::bad_alloc&) {
    complain("out of memory; ask for fewer configs or samples");
  } catch (const std::exception& fault) {
    complain(fault.what());
  } catch (...) {
    complain("a fault of the program of an unknown kind; please report it");
  }
  return ExitCode::fault;
}

}  // namespace
}  // namespace tilewright::cli

int main(int argc, char** argv) {
  return static_cast<int>(tilewright::cli::guarded_run({argv + std::min(argc, 1), argv + argc}));
}
