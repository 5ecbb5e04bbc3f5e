#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"

namespace tilewright::formats {

/// Whether a line is one of `CUDA_EXEC_PROFILE k=v ...`, or PREPARE, ALLOC, RECAP.
[[nodiscard]] bool is_luminal_profile(std::string_view line);

/// Lines of one kind, problem (`dyn`, `bucket`) and counts are samples of one row. The time is `launch_total_ms`, the
/// upper bound of the kernels' time, where there is one, else `total_ms`; all other times are series.
class LuminalProfileReader {
 public:
  explicit LuminalProfileReader(Recordings& recordings) : recordings_(recordings) {}

  /// Throws `RecordFault` for what is not NAME=VALUE, and without a time.
  void read(std::string_view line, std::size_t number);

 private:
  Recordings& recordings_;
  NameCache problems_ = {};
  NameCache configs_ = {};
  std::map<std::string, std::size_t> positions_ = {};  ///< of rows in their recordings, by kind, problem and config
};

}  // namespace tilewright::formats
