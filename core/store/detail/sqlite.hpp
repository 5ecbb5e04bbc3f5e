#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

// As much of SQLite as the store needs, with its resources owned and its faults thrown.
namespace tilewright::store::detail {

/// What SQLite says went wrong.
class SqliteFault : public std::runtime_error {
 public:
  SqliteFault(int code, const std::string& text) : std::runtime_error(text), code_(code) {}

  /// Whether the file is not what it should be, rather than out of reach.
  [[nodiscard]] bool is_damage() const;
  /// Whether another process holds what is needed.
  [[nodiscard]] bool is_busy() const;

 private:
  int code_;
};

/// What is bound as bytes, not as a text.
struct Blob {
  std::string_view bytes;
};

/// A compiled statement. Parameters are bound in order, columns are read by position, from 0.
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);

  /// Integers, texts, and `Blob` for bytes; starts the statement anew.
  template <typename... Values>
  Statement& with(const Values&... values) {
    reset();
    int position = 0;
    (bind(++position, values), ...);
    return *this;
  }

  /// Whether there is another row.
  [[nodiscard]] bool next();

  /// Runs it to its end.
  void run() {
    while (next()) {
    }
  }

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::string text(int column) const;  ///< bytes too; empty for null
  [[nodiscard]] bool is_null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  void reset();
  void bind(int position, std::int64_t value);
  void bind(int position, std::string_view text);
  void bind(int position, const Blob& blob);
  void bind(int position, std::nullptr_t null);

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

enum class OpenMode {
  create,    ///< makes the file when there is none
  existing,  ///< to be read and written
};

/// A connection, for one thread at a time. Waits up to `kBusyMs` for others.
class Database {
 public:
  static constexpr int kBusyMs = 20'000;

  Database(const std::filesystem::path& file, OpenMode mode);

  void run(const char* sql);
  [[nodiscard]] Statement prepare(std::string_view sql) { return {database_.get(), sql}; }
  [[nodiscard]] std::int64_t integer(std::string_view sql);  ///< of the first row; 0 without one
  [[nodiscard]] std::int64_t last_id() const;
  [[nodiscard]] std::int64_t changes() const;  ///< rows that the last statement changed
  [[nodiscard]] bool in_transaction() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  std::unique_ptr<sqlite3, Close> database_;
};

/// What is done until `commit` is done as one, or not at all. Takes the right to write at once.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  void commit() { database_.run("COMMIT"); }

 private:
  Database& database_;
};

/// Waits so long.
void pause_ms(int milliseconds);

}  // namespace tilewright::store::detail
