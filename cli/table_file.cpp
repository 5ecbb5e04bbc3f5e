#include "cli/table_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "cli/files.hpp"
#include "core/error.hpp"
#include "core/store/lookup/table_reader.hpp"
#include "core/store/shape_table.hpp"

namespace tilewright::cli {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& what, ErrorKind kind = ErrorKind::bad_argument) {
  throw Error(kind, fmt::format("--table '{}': {}", path, what));
}

/// Whether the open file still has a name: its last holder removes it.
bool has_name(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && status.st_nlink > 0;
}

}  // namespace

TableLock::TableLock(const std::string& path) : path_(path + ".lock") {
  while (true) {
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) refuse(path, "it cannot be written: " + std::generic_category().message(errno));
    const bool locked = ::flock(file_, LOCK_EX | LOCK_NB) == 0;
    if (locked && has_name(file_)) return;
    ::close(file_);
    if (!locked) refuse(path, "another sweep is writing it; wait for its end, or give another file");
  }
}

TableLock::~TableLock() {
  ::unlink(path_.c_str());
  ::close(file_);
}

TableFile::TableFile(std::optional<std::string> path, lookup::Table wanted, bool default_is_fixed)
    : path_(std::move(path)), table_(std::move(wanted)) {
  if (!path_) return;
  if (const auto why_not = why_not_writable(*path_)) refuse(*path_, "it cannot be written: " + *why_not);
  lock_.emplace(*path_);
  if (!std::filesystem::exists(*path_)) return;
  lookup::Table there = lookup::read_table(*path_);
  if (const auto difference = store::why_not_together(there, table_))
    refuse(*path_, fmt::format("the table there is another one: {} now; give another file", *difference),
           ErrorKind::bad_file);
  if (default_is_fixed && there.configs[there.default_config] != table_.configs[table_.default_config])
    refuse(*path_,
           fmt::format("the default of the table there is {}; give it, or another file",
                       to_text(store::to_config(there.configs[there.default_config]))),
           ErrorKind::bad_file);
  table_ = std::move(there);
}

void TableFile::add(lookup::Entry entry, const lookup::Fields& config) {
  entry.config = lookup::position_of(config, table_.configs);
  store::put(table_, entry);
  if (!path_) return;
  if (const auto why_not = write_file(*path_, store::shape_table_text(table_)))
    refuse(*path_, "it cannot be written: " + *why_not);
}

}  // namespace tilewright::cli
