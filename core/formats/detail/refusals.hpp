#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/recording.hpp"

namespace tilewright::formats {

/// Thrown inside a reader when one record cannot be understood; the reader goes on with the next.
class RecordFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws the `Error` for a file of which nothing can be read. `what` says what is wrong and what to do.
[[noreturn]] void refuse_file(std::string_view source, std::string_view what);

/// The records of one file that were refused.
class Refusals {
 public:
  explicit Refusals(std::string_view source) : source_(source) {}

  /// Throws the `Error` for the whole file when that many were refused that it cannot be what it was taken for.
  void add(std::size_t line, std::string text);

  /// Calls `read`, and adds the `RecordFault` that it may throw.
  template <typename Read>
  void guard(std::size_t line, Read read) {
    try {
      read();
    } catch (const RecordFault& fault) {
      add(line, fault.what());
    }
  }

  /// In order of their lines.
  [[nodiscard]] std::vector<Refusal> take() &&;

 private:
  std::string_view source_;
  std::vector<Refusal> refused_ = {};
};

}  // namespace tilewright::formats
