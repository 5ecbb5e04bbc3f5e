#include "core/store/detail/verify.hpp"

#include <fmt/format.h>

#include "core/store/content_hash.hpp"
#include "core/store/detail/rows.hpp"

namespace tilewright::store::detail {
namespace {

constexpr int kMostFaults = 20;  // of a kind

void add(Verified& verified, std::string fault) {
  if (verified.faults.size() < 2 * kMostFaults) verified.faults.push_back(std::move(fault));
}

void look_at_pages(Database& database, Verified& verified) {
  Statement rows = database.prepare(fmt::format("PRAGMA integrity_check({})", kMostFaults));
  while (rows.next())
    if (const std::string text = rows.text(0); text != "ok") add(verified, text);
  for (Statement lost = database.prepare("PRAGMA foreign_key_check"); lost.next();)
    add(verified, fmt::format("a row of {} belongs to nothing", lost.text(0)));
}

void look_at_contexts(Database& database, Verified& verified) {
  for (Statement rows = database.prepare("SELECT id, hash, text FROM contexts"); rows.next(); ++verified.contexts)
    if (rows.text(1) != content_hash({rows.text(2)}))
      add(verified, fmt::format("entry {} does not fit its hash", rows.integer(0)));
}

void look_at_batches(Database& database, Verified& verified) {
  Statement rows = database.prepare(fmt::format(
      "SELECT b.id, x.text, c.text, {} FROM batches b JOIN configs c ON c.id = b.config JOIN contexts x ON x.id = "
      "c.context",
      kRecordColumns));
  for (; rows.next(); ++verified.batches)
    if (!record_in(rows, 3, rows.text(1), rows.text(2)))
      add(verified, fmt::format("batch {} does not fit its hash", rows.integer(0)));
}

void look_at_choices(Database& database, Verified& verified) {
  Statement rows = database.prepare(
      fmt::format("SELECT h.id, x.text, {} FROM choices h JOIN contexts x ON x.id = h.context", kChoiceColumns));
  for (; rows.next(); ++verified.choices)
    if (!choice_in(rows, 2, rows.text(1)))
      add(verified, fmt::format("choice {} does not fit its hash", rows.integer(0)));
}

}  // namespace

Verified verify(Database& database) {
  Verified verified;
  look_at_pages(database, verified);
  look_at_contexts(database, verified);
  verified.configs = database.integer("SELECT count(*) FROM configs");
  look_at_batches(database, verified);
  look_at_choices(database, verified);
  return verified;
}

}  // namespace tilewright::store::detail
