#include "cli/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

std::string last_fault() { return std::generic_category().message(errno); }

/// Whether all was written and closed; otherwise `errno` says why not.
bool write_and_close(int file, const std::string& text) {
  const char* data = text.data();
  std::size_t left = text.size();
  while (left > 0) {
    const ssize_t written = ::write(file, data, left);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int why = errno;
      ::close(file);
      errno = why;
      return false;
    }
    data += written;
    left -= static_cast<std::size_t>(written);
  }
  return ::close(file) == 0;
}

std::optional<std::string> write_directly(const fs::path& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0 || !write_and_close(file, text)) return last_fault();
  return std::nullopt;
}

/// The file that a chain of symbolic links ends at, so that the links stay.
fs::path target_of(const fs::path& path) {
  std::error_code fault;
  const fs::path target = fs::weakly_canonical(path, fault);
  return fault ? path : target;
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

}  // namespace

std::optional<std::string> why_not_writable(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    if (S_ISDIR(status.st_mode)) return "it is a folder";
    return ::access(path.c_str(), W_OK) == 0 ? std::nullopt : std::optional(last_fault());
  }
  if (path.ends_with('/')) return "it is a folder";
  // The file is replaced, so that its folder matters.
  return ::access(folder_of(target_of(path)).c_str(), W_OK | X_OK) == 0 ? std::nullopt : std::optional(last_fault());
}

std::optional<std::string> write_file(const std::string& path, const std::string& text) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) return write_directly(path, text);

  const fs::path target = target_of(path);
  const fs::path draft = folder_of(target) / fmt::format(".tilewright-{}", ::getpid());
  const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return last_fault();
  const bool same_mode = !exists || ::fchmod(file, status.st_mode & 07777) == 0;
  if (write_and_close(file, text) && same_mode && ::rename(draft.c_str(), target.c_str()) == 0) return std::nullopt;
  const std::string why = last_fault();
  ::unlink(draft.c_str());
  return why;
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw std::runtime_error(fmt::format("cannot write to standard output: {}", last_fault()));
}

}  // namespace tilewright::cli
