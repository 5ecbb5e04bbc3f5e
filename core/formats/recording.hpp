#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tuning/backend.hpp"
#include "core/tuning/config.hpp"

namespace tilewright::formats {

/// Whose file it is.
enum class Format {
  kernel_tuner,      ///< cache of Kernel Tuner
  t4,                ///< T4 results, of Kernel Tuner and of KTT
  ktt,               ///< JSON of KTT
  tunable_op,        ///< CSV of PyTorch TunableOp
  cutlass_profiler,  ///< CSV of the CUTLASS profiler
  nsight_compute,    ///< `ncu --csv`
  triton_autotune,   ///< cache of triton.autotune
  google_benchmark,  ///< JSON of Google Benchmark
  luminal,           ///< log of a Luminal search
  tilewright_json,   ///< JSON of `tilewright tune`, or of recordings
  tilewright_csv,    ///< the same as CSV
};

using tilewright::to_text;  // which those of this namespace would hide

/// `kernel-tuner`, `t4`, ...
[[nodiscard]] std::string_view to_text(Format format);

/// Numbers of which a file has one for each sample: clocks, temperatures.
struct Series {
  std::string name;
  std::vector<double> values = {};

  bool operator==(const Series&) const = default;
};

/// What a file says of one config. Neither samples nor a failure: it was not timed.
struct Row {
  Config config = {};
  Samples samples_ms = {};              ///< all there are, as they are (also 0 and less); never infinite or NaN
  std::optional<double> time_ms = {};   ///< the time that the file states; need not be the mean of the samples
  std::optional<Failure> failure = {};  ///< then there are no samples
  Config facts = {};                    ///< what else the file says: `compile_ms`, `registers`, `GFLOP/s`, ...
  std::vector<Series> series = {};      ///< what it says of each sample
  std::size_t line = 0;                 ///< where it starts in the file, from 1; 0 when it is in none
};

/// The times there are: its samples, else the one that the file states; empty for a row that failed or was not timed.
[[nodiscard]] Samples times_ms(const Row& row);

/// Whether it was timed or failed when it was: others have nothing to tell to another tool.
[[nodiscard]] bool was_tried(const Row& row);

/// The rows of one kernel and one problem size: what may be compared with each other.
struct Recording {
  Format format = Format::tilewright_json;
  std::string source = {};        ///< the file
  std::string kernel = {};        ///< may be empty
  std::string device = {};        ///< may be empty
  Config problem = {};            ///< in the names of the tool that wrote it: `M`, `problem_size`, `layout`, ...
  Config about = {};              ///< versions and conditions that hold for all rows
  Config::Names parameters = {};  ///< of every row's config, in their order
  std::vector<Row> rows = {};     ///< in the order of the file
};

/// A part of a file that was not understood and left out.
struct Refusal {
  std::size_t line = 0;  ///< from 1; 0 for the file as a whole
  std::string text = {};

  bool operator==(const Refusal&) const = default;
};

/// What was read from a file.
struct Reading {
  Format format = Format::tilewright_json;
  std::vector<Recording> recordings = {};  ///< one for each kernel and problem size, in order of their first row
  std::vector<Refusal> refused = {};       ///< in order of their lines
};

/// `FILE:LINE: TEXT`, in one line.
[[nodiscard]] std::string to_text(const Refusal& refusal, std::string_view source);

}  // namespace tilewright::formats
