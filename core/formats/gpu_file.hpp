#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/gemm/gpu_spec.hpp"

namespace tilewright::formats {

/// Largest GPU file that is read, in bytes; a real one has about 500.
inline constexpr std::uintmax_t kMaxGpuFileBytes = 1 << 20;

/// One's own GPU: a JSON object with exactly the fields of `GpuSpec`, each once.
///
/// Throws `Error` (bad_file) with the file, the place and what is wrong, for anything else: not a regular file, too
/// large, not JSON, a field missing, unknown, repeated or of a wrong type, and what `gemm::check` refuses.
[[nodiscard]] gemm::GpuSpec read_gpu_file(const std::filesystem::path& path);

/// As `read_gpu_file`, of a text; `source` is what faults name as its place.
[[nodiscard]] gemm::GpuSpec parse_gpu(std::string_view text, std::string_view source);

/// What `read_gpu_file` takes: reads back as an equal GPU.
[[nodiscard]] std::string gpu_file_text(const gemm::GpuSpec& gpu);

}  // namespace tilewright::formats
