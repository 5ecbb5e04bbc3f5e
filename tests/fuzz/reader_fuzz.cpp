// Any bytes at all, read by one reader, then by everything that takes what a reader gives.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/error.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/lint.hpp"
#include "core/formats/read.hpp"
#include "core/formats/write.hpp"

namespace {

using namespace tilewright;

void require(bool met, const char* what) {
  if (met) return;
  std::fputs(what, stderr);
  std::abort();
}

void check_row(const formats::Row& row) {
  require(!row.failure || row.samples_ms.empty(), "a failed row has samples\n");
  for (const double sample : row.samples_ms) require(sample - sample == 0, "a sample is not finite\n");
}

void use(const formats::Recording& recording) {
  for (const formats::Row& row : recording.rows) check_row(row);
  static_cast<void>(formats::lint(recording));
  static_cast<void>(formats::kernel_tuner_cache(recording, "now"));
  static_cast<void>(formats::t4_results(recording, "now"));
  const std::string csv = formats::recording_csv(recording);
  if (recording.rows.empty()) return;
  require(formats::read_text(csv, "csv").refused.empty(), "a CSV of ours is refused\n");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    auto reading = formats::TILEWRIGHT_READER({reinterpret_cast<const char*>(data), size}, "input");
    for (formats::Recording& recording : reading.recordings) {
      recording.source = "input";
      use(recording);
    }
    const std::string json = formats::recordings_json(reading.recordings);
    const auto again = formats::read_text(json, "json");
    require(again.refused.empty(), "a JSON of ours is refused\n");
    require(formats::recordings_json(again.recordings) == json, "a JSON of ours does not read back as it was\n");
  } catch (const Error& fault) {
    require(fault.kind() == ErrorKind::bad_file, fault.what());
  }
  return 0;
}
