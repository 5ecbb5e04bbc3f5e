#include "core/store/detail/sqlite.hpp"

#include <sqlite3.h>

namespace tilewright::store::detail {
namespace {

/// The primary part of an extended code.
int primary(int code) { return code & 0xff; }

void check(int code, sqlite3* database) {
  if (code != SQLITE_OK) throw SqliteFault(sqlite3_extended_errcode(database), sqlite3_errmsg(database));
}

int size_of(std::string_view text) { return static_cast<int>(text.size()); }

}  // namespace

bool SqliteFault::is_damage() const { return primary(code_) == SQLITE_CORRUPT || primary(code_) == SQLITE_NOTADB; }

bool SqliteFault::is_busy() const { return primary(code_) == SQLITE_BUSY || primary(code_) == SQLITE_LOCKED; }

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(sqlite3* database, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, sql.data(), size_of(sql), &statement, nullptr), database);
  statement_.reset(statement);
}

bool Statement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3* const database = sqlite3_db_handle(statement_.get());
  throw SqliteFault(sqlite3_extended_errcode(database), sqlite3_errmsg(database));
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string Statement::text(int column) const {
  const void* const bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes == nullptr ? std::string()
                          : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

void Statement::bind(int position, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), position, value), sqlite3_db_handle(statement_.get()));
}

// Without a copy: what is bound lives until the statement has run.
void Statement::bind(int position, std::string_view text) {
  check(sqlite3_bind_text(statement_.get(), position, text.data() == nullptr ? "" : text.data(), size_of(text),
                          SQLITE_STATIC),
        sqlite3_db_handle(statement_.get()));
}

void Statement::bind(int position, const Blob& blob) {
  check(sqlite3_bind_blob(statement_.get(), position, blob.bytes.empty() ? "" : blob.bytes.data(), size_of(blob.bytes),
                          SQLITE_STATIC),
        sqlite3_db_handle(statement_.get()));
}

void Statement::bind(int position, std::nullptr_t /*null*/) {
  check(sqlite3_bind_null(statement_.get(), position), sqlite3_db_handle(statement_.get()));
}

// In WAL mode the last connection that closes would copy the log into the file, and fail on what cannot be written:
// closing reports nothing, as everything is in the log already.
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Database::Database(const std::filesystem::path& file, OpenMode mode) {
  sqlite3* database = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (mode == OpenMode::create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(file.c_str(), &database, flags, nullptr);
  database_.reset(database);  // there is one after a fault too
  if (database == nullptr) throw SqliteFault(SQLITE_NOMEM, "out of memory");
  check(code, database);
  check(sqlite3_busy_timeout(database, kBusyMs), database);
}

void Database::run(const char* sql) {
  check(sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr), database_.get());
}

std::int64_t Database::integer(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.next() ? statement.integer(0) : 0;
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(database_.get()); }

std::int64_t Database::changes() const { return sqlite3_changes64(database_.get()); }

bool Database::in_transaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

Transaction::~Transaction() {
  if (!database_.in_transaction()) return;
  try {
    database_.run("ROLLBACK");
  } catch (const SqliteFault&) {  // NOLINT(bugprone-empty-catch): nothing was committed all the same
  }
}

void pause_ms(int milliseconds) { sqlite3_sleep(milliseconds); }

}  // namespace tilewright::store::detail
