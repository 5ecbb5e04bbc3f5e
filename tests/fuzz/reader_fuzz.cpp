// Any bytes at all, read by one reader, then by everything that takes what a reader gives.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/lint.hpp"
#include "core/formats/read.hpp"
#include "core/formats/write.hpp"
#include "tests/fuzz/require.hpp"

namespace {

using namespace tilewright;
using fuzz::require;

void check_row(const formats::Row& row) {
  require(!row.failure || row.samples_ms.empty(), "a failed row has samples");
  for (const double sample : row.samples_ms) require(sample - sample == 0, "a sample is not finite");
}

void use(const formats::Recording& recording) {
  for (const formats::Row& row : recording.rows) check_row(row);
  static_cast<void>(formats::lint(recording));
  static_cast<void>(formats::kernel_tuner_cache(recording, "now"));
  static_cast<void>(formats::t4_results(recording, "now"));
  const std::string csv = formats::recording_csv(recording);
  if (recording.rows.empty()) return;
  require(formats::read_text(csv, "csv").refused.empty(), "a CSV of ours is refused");
}

/// Nothing for what is refused as a whole.
std::optional<formats::Reading> reading_of(std::string_view text) {
  try {
    return formats::TILEWRIGHT_READER(text, "input");
  } catch (const Error& fault) {
    require(fault.kind() == ErrorKind::bad_file, fault.what());
    return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto reading = reading_of({reinterpret_cast<const char*>(data), size});
  if (!reading) return 0;
  for (formats::Recording& recording : reading->recordings) {
    recording.source = "input";
    use(recording);
  }
  const std::string json = formats::recordings_json(reading->recordings);
  const auto again = formats::read_text(json, "json");
  require(again.refused.empty(), "a JSON of ours is refused");
  require(formats::recordings_json(again.recordings) == json, "a JSON of ours does not read back as it was");
  return 0;
}
