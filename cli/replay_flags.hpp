#pragma once

#include <string>
#include <vector>

#include "cli/backends.hpp"
#include "core/formats/recording.hpp"

namespace tilewright::cli {

/// `--recording-index`.
void declare_recording_index_flag(Flags& flags);

/// The recording of a file that `--recording-index` says; it may be left out when there is only one. Throws `Error`:
/// bad_argument for an index that there is not, bad_file when there is none at all.
[[nodiscard]] const formats::Recording& chosen_recording(const Flags& flags, const std::string& file,
                                                         const std::vector<formats::Recording>& recordings);

void declare_replay_flags(Flags& flags);

/// Throws `Error` for a recording that is not said or cannot be read, and for flags that say what the recording says.
[[nodiscard]] Measured make_replay(const GemmRequest& gemm, const Flags& flags);

}  // namespace tilewright::cli
