#include "core/store/inventory.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/store/config_text.hpp"
#include "core/store/detail/file.hpp"
#include "core/store/detail/rows.hpp"
#include "core/store/detail/verify.hpp"

namespace tilewright::store {

using detail::Database;
using detail::SqliteFault;
using detail::Statement;

struct Inventory::Connection {
  Database database;

  /// What `use` makes of the database; its faults become errors of the user's.
  template <typename Use>
  auto guarded(const std::filesystem::path& file, Use use) {
    try {
      return use(database);
    } catch (const SqliteFault& fault) {
      throw Error(ErrorKind::no_store,
                  fmt::format("store: '{}': {}; see `tilewright store verify`", file.string(), fault.what()));
    }
  }
};

namespace {

constexpr const char* kEntries =
    "SELECT x.id, x.text, count(DISTINCT c.id), count(b.id), coalesce(sum(length(b.samples_ms)), 0) / 8, "
    "count(b.failure_kind), coalesce(min(b.time_s), 0), coalesce(max(b.time_s), 0) "
    "FROM contexts x LEFT JOIN configs c ON c.context = x.id LEFT JOIN batches b ON b.config = c.id "
    "GROUP BY x.id ORDER BY x.id";

Entry entry_in(const Statement& row) {
  return {.id = row.integer(0),
          .context = parse_canonical_text(row.text(1)),
          .configs = row.integer(2),
          .batches = row.integer(3),
          .samples = row.integer(4),
          .failures = row.integer(5),
          .first_s = row.integer(6),
          .last_s = row.integer(7)};
}

std::int64_t remove_older(Database& database, const char* rows, std::int64_t context, std::int64_t before_s) {
  database.prepare(fmt::format("DELETE FROM {} AND time_s < ?", rows)).with(context, before_s).run();
  return database.changes();
}

void remove_what_is_empty(Database& database) {
  database.run(
      "DELETE FROM configs WHERE id NOT IN (SELECT config FROM batches);"
      "DELETE FROM contexts WHERE id NOT IN (SELECT context FROM configs) "
      "AND id NOT IN (SELECT context FROM choices)");
}

}  // namespace

bool fits(const Config& context, const Where& where) {
  for (const auto& [name, value] : where) {
    const Value* const found = context.find(name);
    if (found == nullptr || to_text(*found) != value) return false;
  }
  return true;
}

Inventory::Inventory(const std::filesystem::path& file)
    : file_(file), connection_(std::make_unique<Connection>(Connection{detail::open_existing(file)})) {}

Inventory::Inventory(Inventory&& other) noexcept = default;
Inventory& Inventory::operator=(Inventory&& other) noexcept = default;
Inventory::~Inventory() = default;

std::vector<Entry> Inventory::entries(const Where& where) {
  return connection_->guarded(file_, [&](Database& database) {
    std::vector<Entry> entries;
    for (Statement rows = database.prepare(kEntries); rows.next();)
      if (Entry entry = entry_in(rows); fits(entry.context, where)) entries.push_back(std::move(entry));
    return entries;
  });
}

Entry Inventory::entry(std::int64_t id) {
  for (Entry& entry : entries())
    if (entry.id == id) return std::move(entry);
  throw Error(ErrorKind::bad_argument,
              fmt::format("store: '{}' has no entry {}; `tilewright store list` lists them", file_.string(), id));
}

void Inventory::for_each_record(const Entry& entry, const std::function<void(const Record&)>& visit) {
  const std::string context = canonical_text(entry.context);
  connection_->guarded(file_, [&](Database& database) {
    Statement rows = database.prepare(fmt::format(
        "SELECT c.text, {} FROM configs c JOIN batches b ON b.config = c.id WHERE c.context = ? ORDER BY b.id",
        detail::kRecordColumns));
    for (rows.with(entry.id); rows.next();)
      if (const auto record = detail::record_in(rows, 1, context, rows.text(0))) visit(*record);
  });
}

void Inventory::for_each_choice(const Entry& entry, const std::function<void(const StoredChoice&)>& visit) {
  const std::string context = canonical_text(entry.context);
  connection_->guarded(file_, [&](Database& database) {
    Statement rows = database.prepare(
        fmt::format("SELECT {} FROM choices h WHERE h.context = ? ORDER BY h.id", detail::kChoiceColumns));
    for (rows.with(entry.id); rows.next();)
      if (const auto choice = detail::choice_in(rows, 0, context)) visit(*choice);
  });
}

Verified Inventory::verify() {
  return connection_->guarded(file_, [](Database& database) { return detail::verify(database); });
}

Pruned Inventory::prune(const Where& where, std::int64_t before_s, bool only_count) {
  const std::vector<Entry> meant = entries(where);
  return connection_->guarded(file_, [&](Database& database) {
    Pruned pruned;
    detail::Transaction transaction(database);
    for (const Entry& entry : meant) {
      pruned.batches += remove_older(database, "batches WHERE config IN (SELECT id FROM configs WHERE context = ?)",
                                     entry.id, before_s);
      pruned.choices += remove_older(database, "choices WHERE context = ?", entry.id, before_s);
    }
    remove_what_is_empty(database);
    if (!only_count) transaction.commit();
    return pruned;
  });
}

}  // namespace tilewright::store
