#include "core/store/detail/schema.hpp"

#include <fmt/format.h>

#include <array>

namespace tilewright::store::detail {
namespace {

constexpr std::int64_t kApplicationId = 0x54574c53;  // "TWLS"

/// What makes schema i + 1 of schema i. What was released stays as it is: changes are steps of their own.
constexpr std::array kSteps{
    R"(CREATE TABLE contexts (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;
       CREATE TABLE configs (id INTEGER PRIMARY KEY,
                             context INTEGER NOT NULL REFERENCES contexts (id) ON DELETE CASCADE,
                             text TEXT NOT NULL, UNIQUE (context, text)) STRICT;
       CREATE TABLE batches (id INTEGER PRIMARY KEY AUTOINCREMENT,
                             config INTEGER NOT NULL REFERENCES configs (id) ON DELETE CASCADE,
                             time_s INTEGER NOT NULL, restarts INTEGER NOT NULL, samples_ms BLOB NOT NULL,
                             failure_kind TEXT, failure_text TEXT, conditions TEXT NOT NULL,
                             hash TEXT NOT NULL) STRICT;
       CREATE INDEX batches_of_config ON batches (config);
       CREATE TABLE choices (id INTEGER PRIMARY KEY AUTOINCREMENT,
                             context INTEGER NOT NULL REFERENCES contexts (id) ON DELETE CASCADE,
                             config TEXT NOT NULL, rule TEXT NOT NULL, why TEXT NOT NULL, time_s INTEGER NOT NULL,
                             conditions TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
       CREATE INDEX choices_of_context ON choices (context);)",
};

bool is_empty(Database& database) {
  return database.integer("SELECT count(*) FROM sqlite_master") == 0 && database.integer("PRAGMA user_version") == 0;
}

/// The schema that the database has; 0 for an empty one.
int found_schema(Database& database) {
  if (is_empty(database)) return 0;
  if (database.integer("PRAGMA application_id") != kApplicationId)
    throw NotOurs(NotOurs::Why::foreign, "it is the database of another program");
  const auto version = database.integer("PRAGMA user_version");
  if (version > newest_schema())
    throw NotOurs(NotOurs::Why::newer,
                  fmt::format("a newer tilewright made it (schema {}, this one knows {})", version, newest_schema()));
  return static_cast<int>(version);
}

/// Two processes that do this at once can fail at once, however long SQLite would let each wait.
void use_write_ahead_log(Database& database) {
  constexpr int kAttempts = 100;
  constexpr int kPauseMs = 20;
  for (int attempt = 1;; ++attempt) {
    try {
      return database.run("PRAGMA journal_mode = WAL");
    } catch (const SqliteFault& fault) {
      if (!fault.is_busy() || attempt == kAttempts) throw;
      pause_ms(kPauseMs);
    }
  }
}

}  // namespace

int newest_schema() { return static_cast<int>(kSteps.size()); }

void prepare_schema(Database& database) {
  // The log is written through to the disk at each commit: about as long as a disk takes for one write, some
  // milliseconds, beside the tens that compiling, checking and timing a config take. A commit then survives the loss of
  // power, as far as the disk keeps what it says it has; with NORMAL only the end of the process.
  database.run("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  if (found_schema(database) == newest_schema()) return;
  use_write_ahead_log(database);
  Transaction transaction(database);
  for (int version = found_schema(database); version < newest_schema(); ++version)
    database.run(kSteps[static_cast<std::size_t>(version)]);
  database.run(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, newest_schema()).c_str());
  transaction.commit();
}

}  // namespace tilewright::store::detail
