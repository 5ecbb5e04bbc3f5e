#pragma once

#include <stdexcept>
#include <string>

namespace tilewright {

/// What kind of fault an `Error` reports; the program turns each kind into its exit code.
enum class ErrorKind {
  bad_argument,   ///< a value that the caller gave cannot be used
  not_available,  ///< something that this machine or build lacks
  bad_file,       ///< an input file that cannot be read or understood
  no_store,       ///< the store of measurements cannot be used
};

/// A fault of the user or of the environment. `what()` is one line: what is wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace tilewright
