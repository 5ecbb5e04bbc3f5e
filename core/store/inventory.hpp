#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/store/record.hpp"

namespace tilewright::store {

/// A context with what is stored of it, in numbers.
struct Entry {
  std::int64_t id = 0;
  Config context = {};
  std::int64_t configs = 0;
  std::int64_t batches = 0;  ///< calls of `Backend::measure`, failures among them
  std::int64_t samples = 0;
  std::int64_t failures = 0;
  std::int64_t first_s = 0;  ///< seconds since 1970
  std::int64_t last_s = 0;
};

/// Which entries are meant: those whose context has each of these, by name and value as text.
using Where = std::vector<std::pair<std::string, std::string>>;

/// Whether `context` has them all.
[[nodiscard]] bool fits(const Config& context, const Where& where);

/// What was found when all of it was looked at.
struct Verified {
  std::int64_t contexts = 0;
  std::int64_t configs = 0;
  std::int64_t batches = 0;
  std::int64_t choices = 0;
  std::vector<std::string> faults = {};  ///< one line each; empty: all is well
};

/// How much was removed.
struct Pruned {
  std::int64_t batches = 0;
  std::int64_t choices = 0;
};

/// The store as something to look at and to tidy up. Unlike `Store` it takes a store as it is or not at all: everything
/// here throws `Error` (no_store) when the file cannot be used.
class Inventory {
 public:
  explicit Inventory(const std::filesystem::path& file);
  Inventory(Inventory&& other) noexcept;
  Inventory& operator=(Inventory&& other) noexcept;
  ~Inventory();

  /// In the order in which they were met first.
  [[nodiscard]] std::vector<Entry> entries(const Where& where = {});

  /// Throws `Error` (bad_argument) when there is no such entry.
  [[nodiscard]] Entry entry(std::int64_t id);

  /// The records of one entry, in the order taken; damaged ones are left out.
  void for_each_record(const Entry& entry, const std::function<void(const Record&)>& visit);
  void for_each_choice(const Entry& entry, const std::function<void(const StoredChoice&)>& visit);

  /// Looks at the database, page by page, and at the hash of each row.
  [[nodiscard]] Verified verify();

  /// Removes what is older than `before_s` (seconds since 1970) in the entries that are meant, and what is empty then;
  /// all or nothing. `only_count` removes nothing.
  Pruned prune(const Where& where, std::int64_t before_s, bool only_count = false);

 private:
  struct Connection;

  std::filesystem::path file_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace tilewright::store
