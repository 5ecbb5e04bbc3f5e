#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/formats/recording.hpp"

namespace tilewright::formats {

// One reader a format, each in a file of its name. All throw `Error` as `read_any` does; `source` is filled in by the
// caller. Texts have no byte order mark.
[[nodiscard]] Reading read_kernel_tuner(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_t4(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_ktt(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_tunable_op(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_cutlass_profiler(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_nsight_compute_rows(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_triton_autotune(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_google_benchmark(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_luminal(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_tune_json(std::string_view text, std::string_view source);       ///< tilewright.tune/1
[[nodiscard]] Reading read_recording_json(std::string_view text, std::string_view source);  ///< tilewright.recording/1
[[nodiscard]] Reading read_tune_csv(std::string_view text, std::string_view source);
[[nodiscard]] Reading read_recording_csv(std::string_view text, std::string_view source);

/// Sets a row's samples; when one of them or its stated time is not finite, a failure (invalid_time).
void set_samples(Row& row, Samples samples_ms);

/// Throws `RecordFault` for a name that is there already.
void add_series(Row& row, std::string_view name, std::vector<double> values);

/// Recordings by kernel, device and problem, in the order in which they come up.
class Recordings {
 public:
  explicit Recordings(Format format) : format_(format) {}

  /// The recording of this kernel and problem; a new one takes `about`.
  Recording& of(std::string_view kernel, std::string_view device, const Config& problem, const Config& about = {});

  /// Parameters are those of the first row.
  [[nodiscard]] std::vector<Recording> take() &&;

 private:
  Format format_;
  std::map<std::string, std::size_t, std::less<>> positions_ = {};
  std::vector<Recording> recordings_ = {};
};

/// Kinds of failures by the words of Kernel Tuner: `InvalidConfig`, ...; nothing for another word.
[[nodiscard]] std::optional<FailureKind> kernel_tuner_failure(std::string_view word);

/// The word for a kind.
[[nodiscard]] std::string_view kernel_tuner_word(FailureKind kind);

/// Kinds by their names in `to_text(FailureKind)`; nothing for another name.
[[nodiscard]] std::optional<FailureKind> parse_failure_kind(std::string_view name);

}  // namespace tilewright::formats
