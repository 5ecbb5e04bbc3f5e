#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/recording.hpp"

namespace tilewright::formats {

/// One number that Nsight Compute has measured. Times are in `ms`, amounts in `byte`, others in the unit of the file.
struct NcuMetric {
  std::string name = {};
  std::string unit = {};
  double value = 0;
};

/// One launch of a kernel. Launches of one kernel and grid are told apart by their id.
struct NcuLaunch {
  std::int64_t id = 0;
  std::string kernel = {};
  std::string grid = {};   ///< as in the file: `128,1,1` or `(128, 1, 1)`
  std::string block = {};  ///< as `grid`
  std::string device = {};
  std::vector<NcuMetric> metrics = {};  ///< in the order of the file; without those that are n/a or text
  std::size_t line = 0;                 ///< of its first metric, from 1

  /// Null when there is no such metric.
  [[nodiscard]] const NcuMetric* find(std::string_view metric) const;
};

struct NcuReport {
  std::vector<NcuLaunch> launches = {};  ///< in the order of the file
  std::vector<Refusal> refused = {};
};

/// Reads what `ncu --csv` writes: a line a metric, or with `--page raw` a line a launch. Throws `Error` (bad_file) as
/// `read_any` does, and for a file of another format.
[[nodiscard]] NcuReport read_nsight_compute(const std::filesystem::path& path);

/// As `read_nsight_compute`, of a text; `source` is what faults name as the file.
[[nodiscard]] NcuReport parse_nsight_compute(std::string_view text, std::string_view source);

/// Bytes that went between DRAM and L2: `dram__bytes.sum`, else the sum of `dram__bytes_read.sum` and
/// `dram__bytes_write.sum`; nothing when neither was measured.
[[nodiscard]] std::optional<double> dram_bytes(const NcuLaunch& launch);

/// `gpu__time_duration.sum`, or as `ncu` names it in other sections (`Duration`); nothing when it was not measured.
[[nodiscard]] std::optional<double> duration_ms(const NcuLaunch& launch);

}  // namespace tilewright::formats
