#pragma once

#include <stdexcept>

#include "core/store/detail/sqlite.hpp"

// The tables of the store.
//
//   contexts  a row for each context, by the hash of its text
//   configs   a row for each config that was measured in a context
//   batches   the records: a row for each call of `Backend::measure`, ascending as they were taken
//   choices   what came out of tuning in a context
//
// `hash` is of everything in a row and of what the row belongs to, so that damage inside a sound database is found.
namespace tilewright::store::detail {

/// A sound database, but not one to be used by this program.
class NotOurs : public std::runtime_error {
 public:
  enum class Why { foreign, newer };
  NotOurs(Why why, const std::string& text) : std::runtime_error(text), why_(why) {}
  [[nodiscard]] Why why() const { return why_; }

 private:
  Why why_;
};

/// Raised with each change of the tables.
[[nodiscard]] int newest_schema();

/// Makes the tables of an empty database and brings older ones up to date; several processes may do so at once. Throws
/// `NotOurs` for a database of another program or of a newer version, which it leaves as it is.
void prepare_schema(Database& database);

}  // namespace tilewright::store::detail
