#pragma once

#include <optional>
#include <string>

#include "core/store/lookup/table.hpp"

namespace tilewright::cli {

/// Held while a sweep writes a table, so that two never do at once: a file beside it, gone afterwards.
class TableLock {
 public:
  /// Throws `Error` when another process holds it, and when the folder takes no file.
  explicit TableLock(const std::string& path);
  TableLock(const TableLock&) = delete;
  TableLock& operator=(const TableLock&) = delete;
  ~TableLock();

 private:
  std::string path_;
  int file_ = -1;
};

/// The table of a sweep, in memory or in a file: whole at any time, so that an interrupted sweep goes on where it was.
class TableFile {
 public:
  /// Takes what is in the file at `path`, if there is one, for the table that a sweep is about to make: with its
  /// default config, unless `default_is_fixed`. Throws `Error`: bad_file for a file that is no table, or one of another
  /// key, device, method or default, with what differs; bad_argument for a path that cannot be written.
  TableFile(std::optional<std::string> path, lookup::Table wanted, bool default_is_fixed);

  [[nodiscard]] const lookup::Table& table() const { return table_; }

  /// Puts the entry, of `config`, into the table and writes the file. Throws `Error` when it cannot be written.
  void add(lookup::Entry entry, const lookup::Fields& config);

 private:
  std::optional<std::string> path_;
  std::optional<TableLock> lock_;
  lookup::Table table_;
};

}  // namespace tilewright::cli
