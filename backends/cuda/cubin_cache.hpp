#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backends/cuda/compile.hpp"

namespace tilewright::backends::cuda {

/// Binaries on disk, one file each, by content hash. Many threads and processes may use one folder at once: a file
/// appears whole or not at all. What goes wrong costs the caching and never the tuning: it is told in `notes`.
class CubinCache {
 public:
  /// An empty path keeps nothing. The folder is made when the first binary is stored.
  explicit CubinCache(std::filesystem::path folder);

  /// The binary stored under `key`; nothing when there is none. A damaged file is set aside as `KEY.cubin.bad`.
  [[nodiscard]] std::optional<Binary> find(const std::string& key);

  /// Stores under `key`, which is that of `cubin_key`.
  void store(const std::string& key, const Binary& binary);

  /// What went wrong so far: one line for each kind of fault, with the first file that it met.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  void note(const std::string& kind, const std::string& line);
  void remove_leftovers();

  std::filesystem::path folder_;
  mutable std::mutex mutex_;  // of the two below
  std::vector<std::string> kinds_;
  std::vector<std::string> notes_;
};

/// What tells one compilation from another: source, options (the architecture among them) and compiler version.
[[nodiscard]] std::string cubin_key(const CompileJob& job, const std::string& compiler_version);

/// A compiler that asks `cache` first and stores what it had to compile; failures are not kept. Both must outlive it.
[[nodiscard]] Compiler cached(CubinCache& cache, std::string compiler_version, Compiler compiler);

}  // namespace tilewright::backends::cuda
