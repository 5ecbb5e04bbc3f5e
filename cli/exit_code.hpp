#pragma once

namespace tilewright::cli {

/// What the program ends with; scripts rely on these.
enum class ExitCode {
  done = 0,
  wrong_use = 2,
  no_valid_config = 3,
  not_available = 4,
  bad_file = 5,
  no_store = 6,
  fault = 70,  ///< a fault of the program, or of the place it writes to
};

}  // namespace tilewright::cli
