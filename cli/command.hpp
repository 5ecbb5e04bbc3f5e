#pragma once

#include <string_view>

#include "cli/exit_code.hpp"
#include "cli/flags.hpp"

namespace tilewright::cli {

/// One of the program's commands.
struct Command {
  std::string_view name;
  std::string_view summary;
  Flags (*declare)();
  ExitCode (*run)(const Flags& flags);
};

extern const Command kTuneCommand;
extern const Command kExplainCommand;
extern const Command kSweepCommand;
extern const Command kLookupCommand;
extern const Command kGpusCommand;
extern const Command kDoctorCommand;

}  // namespace tilewright::cli
