#include "core/store/detail/rows.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>

#include "core/error.hpp"
#include "core/store/config_text.hpp"
#include "core/store/content_hash.hpp"

namespace tilewright::store::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are kept as they lie in memory");

std::string_view bytes_of(const Samples& samples) {
  return {reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(double)};
}

Samples samples_of(std::string_view bytes) {
  Samples samples(bytes.size() / sizeof(double));
  if (!samples.empty()) std::memcpy(samples.data(), bytes.data(), samples.size() * sizeof(double));
  return samples;
}

/// A kind that a newer version may know counts as one that is measured anew.
FailureKind kind_of(std::string_view name) {
  for (const FailureKind kind : kFailureKinds)
    if (to_text(kind) == name) return kind;
  return FailureKind::crashed;
}

/// A record as it lies in its row.
struct RecordText {
  std::string samples = {};
  std::string kind = {};
  std::string text = {};
  std::string conditions = {};

  [[nodiscard]] std::string hash(std::string_view context, std::string_view config, std::int64_t time_s,
                                 bool restarts) const {
    const std::string numbers = fmt::format("{} {}", time_s, restarts);
    return content_hash({"batch 1", context, config, numbers, samples, kind, text, conditions});
  }
};

RecordText text_of(const Record& record) {
  RecordText text{.conditions = canonical_text(record.conditions)};
  if (const auto* const failure = std::get_if<Failure>(&record.result)) {
    text.kind = to_text(failure->kind);
    text.text = failure->text;
  } else {
    text.samples = bytes_of(std::get<Samples>(record.result));
  }
  return text;
}

std::string hash_of(std::string_view context, const std::array<std::string, 4>& texts, std::int64_t time_s) {
  return content_hash({"choice 1", context, texts[0], texts[1], texts[2], fmt::format("{}", time_s), texts[3]});
}

}  // namespace

std::int64_t context_id(Database& database, const std::string& text) {
  if (const auto found = find_context(database, text)) return *found;
  database.prepare("INSERT INTO contexts (hash, text) VALUES (?, ?)").with(content_hash({text}), text).run();
  return database.last_id();
}

std::int64_t config_id(Database& database, std::int64_t context, const std::string& text) {
  Statement find = database.prepare("SELECT id FROM configs WHERE context = ? AND text = ?");
  if (find.with(context, text).next()) return find.integer(0);
  database.prepare("INSERT INTO configs (context, text) VALUES (?, ?)").with(context, text).run();
  return database.last_id();
}

std::optional<std::int64_t> find_context(Database& database, const std::string& text) {
  const std::string hash = content_hash({text});
  Statement find = database.prepare("SELECT id FROM contexts WHERE hash = ?");
  return find.with(hash).next() ? std::optional(find.integer(0)) : std::nullopt;
}

void insert(Database& database, std::int64_t config_id, std::string_view context, std::string_view config,
            const Record& record) {
  const RecordText text = text_of(record);
  const std::string hash = text.hash(context, config, record.time_s, record.restarts);
  Statement statement = database.prepare(
      "INSERT INTO batches (config, time_s, restarts, samples_ms, conditions, hash, failure_kind, failure_text) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const std::int64_t restarts = record.restarts ? 1 : 0;
  if (text.kind.empty())
    statement.with(config_id, record.time_s, restarts, Blob{text.samples}, text.conditions, hash, nullptr, nullptr);
  else
    statement.with(config_id, record.time_s, restarts, Blob{}, text.conditions, hash, text.kind, text.text);
  statement.run();
}

void insert(Database& database, std::int64_t context_id, std::string_view context, const StoredChoice& choice) {
  const std::array texts{canonical_text(choice.config), choice.rule, choice.why, canonical_text(choice.conditions)};
  const std::string hash = hash_of(context, texts, choice.time_s);
  database
      .prepare(
          "INSERT INTO choices (context, config, rule, why, time_s, conditions, hash) VALUES (?, ?, ?, ?, ?, ?, ?)")
      .with(context_id, texts[0], texts[1], texts[2], choice.time_s, texts[3], hash)
      .run();
}

std::optional<Record> record_in(const Statement& row, int first, std::string_view context, const std::string& config) {
  const RecordText text{row.text(first + 2), row.text(first + 3), row.text(first + 4), row.text(first + 5)};
  Record record{.time_s = row.integer(first), .restarts = row.integer(first + 1) != 0};
  if (row.text(first + 6) != text.hash(context, config, record.time_s, record.restarts)) return std::nullopt;
  try {
    record.config = parse_canonical_text(config);
    record.conditions = parse_canonical_text(text.conditions);
  } catch (const Error&) {
    return std::nullopt;
  }
  if (text.kind.empty())
    record.result = samples_of(text.samples);
  else
    record.result = Failure{kind_of(text.kind), text.text};
  return record;
}

std::optional<StoredChoice> choice_in(const Statement& row, int first, std::string_view context) {
  const std::array texts{row.text(first), row.text(first + 1), row.text(first + 2), row.text(first + 4)};
  const std::int64_t time_s = row.integer(first + 3);
  if (row.text(first + 5) != hash_of(context, texts, time_s)) return std::nullopt;
  try {
    return StoredChoice{parse_canonical_text(texts[0]), texts[1], texts[2], parse_canonical_text(texts[3]), time_s};
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace tilewright::store::detail
