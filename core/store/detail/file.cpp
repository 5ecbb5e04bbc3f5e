#include "core/store/detail/file.hpp"

#include <fmt/format.h>

#include <system_error>

#include "core/error.hpp"
#include "core/store/detail/schema.hpp"

namespace tilewright::store::detail {
namespace {

namespace fs = std::filesystem;

fs::path with_suffix(fs::path file, const std::string& suffix) { return file += suffix; }

/// SQLite would take devices and pipes for empty databases.
std::string why_no_file(const fs::path& file) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  return !fs::exists(status) || fs::is_regular_file(status) ? "" : "it is not a regular file";
}

Database open_ready(const fs::path& file, OpenMode mode) {
  Database database(file, mode);
  prepare_schema(database);
  return database;
}

bool is_sound(Database& database) {
  Statement check = database.prepare("PRAGMA quick_check(1)");
  return check.next() && check.text(0) == "ok";
}

/// Why the file has to go; empty when it can be used.
std::string why_to_set_aside(const fs::path& file, bool check_all) {
  try {
    Database database = open_ready(file, OpenMode::create);
    return check_all && !is_sound(database) ? "is damaged" : "";
  } catch (const SqliteFault& fault) {
    if (fault.is_damage()) return fmt::format("is damaged ({})", fault.what());
    throw;
  } catch (const NotOurs& fault) {
    if (fault.why() == NotOurs::Why::foreign) return "is of another program";
    throw;
  }
}

/// Its log goes with it: SQLite would take it for that of the next file of this name.
fs::path set_aside(const fs::path& file) {
  int number = 1;
  const auto aside = [&] { return with_suffix(file, fmt::format(".bad-{}", number)); };
  while (fs::exists(fs::symlink_status(aside()))) ++number;
  fs::rename(file, aside());
  for (const char* suffix : {"-wal", "-shm"}) {
    std::error_code none;
    fs::rename(with_suffix(file, suffix), with_suffix(aside(), suffix), none);
  }
  return aside();
}

/// Looks again when no other process can set files aside: what it finds then may be the new file of another.
Opened replace(const fs::path& file, bool check_all) {
  Database lock(with_suffix(file, ".lock"), OpenMode::create);
  lock.run("BEGIN EXCLUSIVE");
  const std::string why = why_to_set_aside(file, check_all);
  std::string warning;
  if (!why.empty())
    warning = fmt::format("store: '{}' {} and is set aside as '{}'; measurements go to a new one", file.string(), why,
                          set_aside(file).filename().string());
  return {open_ready(file, OpenMode::create), warning};
}

/// What `open` gives; what it throws, as a warning.
template <typename Open>
Opened guarded(const fs::path& file, Open open) {
  std::string why;
  try {
    why = why_no_file(file);
    if (why.empty()) return open();
  } catch (const std::exception& fault) {
    why = fault.what();
  }
  return {std::nullopt,
          fmt::format("store: cannot use '{}': {}; nothing is read from it or stored", file.string(), why)};
}

}  // namespace

Opened open_for_tuning(const fs::path& file) {
  return guarded(file, [&]() -> Opened {
    if (file.has_parent_path()) fs::create_directories(file.parent_path());
    try {
      return {open_ready(file, OpenMode::create), ""};
    } catch (const SqliteFault& fault) {
      if (!fault.is_damage()) throw;
    } catch (const NotOurs& fault) {
      if (fault.why() != NotOurs::Why::foreign) throw;
    }
    return replace(file, false);
  });
}

Opened open_again_after_damage(const fs::path& file) {
  return guarded(file, [&] { return replace(file, true); });
}

Database open_existing(const fs::path& file) {
  std::string why = why_no_file(file);
  try {
    if (why.empty()) return open_ready(file, OpenMode::existing);
  } catch (const std::runtime_error& fault) {
    why = fault.what();
  }
  throw Error(ErrorKind::no_store,
              fmt::format("store: cannot use '{}': {}; give another --store, or move it away", file.string(), why));
}

}  // namespace tilewright::store::detail
