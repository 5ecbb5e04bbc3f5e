#pragma once

namespace tilewright::cli {

/// What the program ends with; scripts rely on these.
enum ExitCode : int {
  kDone = 0,
  kWrongUse = 2,
  kNoValidConfig = 3,
  kNotAvailable = 4,
  kBadFile = 5,
  kFault = 70,  ///< a fault of the program, or of the place it writes to
};

}  // namespace tilewright::cli
