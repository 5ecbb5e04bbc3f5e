#pragma once

#include <string_view>

#include "cli/exit_code.hpp"
#include "cli/flags.hpp"

namespace tilewright::cli {

/// One of the program's commands. A name of two words is called by both.
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
extern const Command kImportCommand;
extern const Command kExportCommand;
extern const Command kGpusCommand;
extern const Command kDoctorCommand;
extern const Command kStoreListCommand;
extern const Command kStoreShowCommand;
extern const Command kStoreVerifyCommand;
extern const Command kStorePruneCommand;
extern const Command kStoreExportCommand;

}  // namespace tilewright::cli
