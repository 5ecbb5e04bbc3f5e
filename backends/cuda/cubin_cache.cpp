#include "backends/cuda/cubin_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "backends/cuda/binary_file.hpp"
#include "backends/write_and_close.hpp"
#include "core/store/content_hash.hpp"

namespace tilewright::backends::cuda {
namespace {

namespace fs = std::filesystem;

std::string last_fault() { return std::generic_category().message(errno); }

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// A name that no other thread or process uses.
std::string temporary_name(const std::string& key) {
  static std::atomic<unsigned> count{0};
  return fmt::format("{}.{}.{}.tmp", key, ::getpid(), count++);
}

/// Nothing, or why the file is not there. Readers see all of it or none.
std::optional<std::string> write_whole(const fs::path& folder, const std::string& key, const std::string& bytes) {
  const fs::path temporary = folder / temporary_name(key);
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return last_fault();
  const bool done =
      write_and_close(file, bytes) && std::rename(temporary.c_str(), (folder / (key + ".cubin")).c_str()) == 0;
  if (done) return std::nullopt;
  const std::string why = last_fault();
  ::unlink(temporary.c_str());
  return why;
}

}  // namespace

CubinCache::CubinCache(fs::path folder) : folder_(std::move(folder)) {
  if (!folder_.empty()) remove_leftovers();
}

std::optional<Binary> CubinCache::find(const std::string& key) {
  if (folder_.empty()) return std::nullopt;
  const fs::path path = folder_ / (key + ".cubin");
  const std::optional<std::string> bytes = read_file(path);
  if (!bytes) return std::nullopt;
  if (std::optional<Binary> binary = from_file(key, *bytes)) return binary;
  std::error_code fault;
  fs::rename(path, path.string() + ".bad", fault);
  note("damaged", fmt::format("cubin cache: {} is damaged{}; compiled again", path.string(),
                              fault ? "" : " and set aside as .bad"));
  return std::nullopt;
}

void CubinCache::store(const std::string& key, const Binary& binary) {
  if (folder_.empty()) return;
  std::error_code fault;
  fs::create_directories(folder_, fault);
  const auto why = fault ? std::optional(fault.message()) : write_whole(folder_, key, to_file(key, binary));
  if (why)
    note("not written", fmt::format("cubin cache: cannot write to {}: {}; kernels are compiled again next time",
                                    folder_.string(), *why));
}

std::vector<std::string> CubinCache::notes() const {
  const std::lock_guard lock(mutex_);
  return notes_;
}

void CubinCache::note(const std::string& kind, const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(kinds_, kind) != kinds_.end()) return;
  kinds_.push_back(kind);
  notes_.push_back(line);
}

/// Removes the temporary files of writers that were killed an hour ago or earlier.
void CubinCache::remove_leftovers() {
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code ignored;
  for (auto entry = fs::directory_iterator(folder_, ignored); !ignored && entry != fs::directory_iterator();
       entry.increment(ignored)) {
    std::error_code gone;
    if (entry->path().extension() == ".tmp" && entry->last_write_time(gone) < old && !gone)
      fs::remove(entry->path(), gone);
  }
}

std::string cubin_key(const CompileJob& job, const std::string& compiler_version) {
  std::vector<std::string_view> parts{"tilewright-cubin 1", compiler_version, job.source};
  parts.insert(parts.end(), job.options.begin(), job.options.end());
  return store::content_hash(parts);
}

Compiler cached(CubinCache& cache, std::string compiler_version, Compiler compiler) {
  return [&cache, version = std::move(compiler_version), compile = std::move(compiler)](const CompileJob& job) {
    const std::string key = cubin_key(job, version);
    if (std::optional<Binary> found = cache.find(key)) return CompileOutcome(std::move(*found));
    CompileOutcome outcome = compile(job);
    if (const auto* const binary = std::get_if<Binary>(&outcome)) cache.store(key, *binary);
    return outcome;
  };
}

}  // namespace tilewright::backends::cuda
