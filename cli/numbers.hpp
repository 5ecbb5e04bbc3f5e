#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tilewright::cli {

/// The whole of `text` as an integer from `least` to `most`. Throws `Error` that names `flag` and the range.
[[nodiscard]] std::int64_t parse_integer(std::string_view flag, std::string_view text, std::int64_t least,
                                         std::int64_t most);

/// The whole of `text` as a finite number from `least` to `most`. Throws `Error` that names `flag` and the range.
[[nodiscard]] double parse_real(std::string_view flag, std::string_view text, double least, double most);

/// How many samples: so many, or as many as fit into a time.
struct SampleCount {
  std::optional<int> count;
  double total_ms = 0;  ///< without a count
};

/// The whole of `text` as a count from `least` to a million, as `25`, or as a time of up to a minute, as `100ms`.
/// Throws `Error` that names `flag` and the ranges.
[[nodiscard]] SampleCount parse_sample_count(std::string_view flag, std::string_view text, int least);

}  // namespace tilewright::cli
