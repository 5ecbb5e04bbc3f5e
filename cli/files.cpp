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

#include "backends/write_and_close.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

std::string last_fault() { return std::generic_category().message(errno); }

/// Where a chain of symbolic links ends, whether something is there or not: what is written there leaves the links.
fs::path target_of(fs::path path) {
  constexpr int kMostLinks = 40;  // as Linux follows
  std::error_code fault;
  for (int links = 0; links < kMostLinks && fs::is_symlink(fs::symlink_status(path, fault)); ++links)
    path = path.parent_path() / fs::read_symlink(path, fault);
  return path;
}

/// What a path stands for.
struct Place {
  fs::path target;  ///< as `target_of`
  bool exists = false;
  bool replaceable = false;  ///< nothing yet, or a regular file in a folder that takes another
  struct stat status {};
};

/// Whether `target` names the file that `status` is of. A link in /proc leads to files that have no name.
bool names(const fs::path& target, const struct stat& status) {
  struct stat found {};
  return ::lstat(target.c_str(), &found) == 0 && found.st_ino == status.st_ino && found.st_dev == status.st_dev;
}

fs::path folder_of(const fs::path& target) { return target.has_parent_path() ? target.parent_path() : fs::path("."); }

bool takes_files(const fs::path& folder) { return ::access((folder / ".").c_str(), W_OK | X_OK) == 0; }

Place place_of(const std::string& path) {
  Place place{.target = target_of(path)};
  place.exists = ::stat(path.c_str(), &place.status) == 0;
  std::error_code fault;
  place.replaceable = place.exists ? S_ISREG(place.status.st_mode) && names(place.target, place.status) &&
                                         takes_files(folder_of(place.target))
                                   : !fs::is_symlink(fs::symlink_status(place.target, fault));
  return place;
}

std::optional<std::string> write_directly(const std::string& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
  if (file < 0 || !backends::write_and_close(file, text)) return last_fault();
  return std::nullopt;
}

std::optional<std::string> replace(const Place& place, const std::string& text) {
  const fs::path draft = folder_of(place.target) / fmt::format(".tilewright-{}", ::getpid());
  const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return last_fault();
  const bool same_mode = !place.exists || ::fchmod(file, place.status.st_mode & 07777) == 0;
  if (backends::write_and_close(file, text) && same_mode && ::rename(draft.c_str(), place.target.c_str()) == 0)
    return std::nullopt;
  const std::string why = last_fault();
  ::unlink(draft.c_str());
  return why;
}

}  // namespace

std::optional<std::string> why_not_writable(const std::string& path) {
  const Place place = place_of(path);
  if (path.ends_with('/') || (place.exists && S_ISDIR(place.status.st_mode))) return "it is a folder";
  // What is replaced needs a folder that can be written, not a file that can.
  const bool writable = place.replaceable ? takes_files(folder_of(place.target)) : ::access(path.c_str(), W_OK) == 0;
  return writable ? std::nullopt : std::optional(last_fault());
}

std::optional<std::string> write_file(const std::string& path, const std::string& text) {
  const Place place = place_of(path);
  return place.replaceable ? replace(place, text) : write_directly(path, text);
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw std::runtime_error(fmt::format("cannot write to standard output: {}", last_fault()));
}

}  // namespace tilewright::cli
