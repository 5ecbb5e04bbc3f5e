#include "core/store/store.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/store/config_text.hpp"
#include "core/store/detail/file.hpp"
#include "core/store/detail/rows.hpp"
#include "core/store/nearest.hpp"

namespace tilewright::store {

using detail::Database;
using detail::Opened;
using detail::Statement;
using detail::Transaction;

struct Store::Connection {
  explicit Connection(Database&& opened) : database(std::move(opened)) {}
  Database database;
};

namespace {

/// Damaged rows are counted.
std::vector<Record> records_of(Database& database, std::int64_t context_id, const std::string& context,
                               const std::string& config, int& damaged) {
  Statement rows = database.prepare(
      fmt::format("SELECT {} FROM batches b WHERE b.config = (SELECT id FROM configs WHERE context = ? AND text = ?) "
                  "ORDER BY b.id",
                  detail::kRecordColumns));
  std::vector<Record> records;
  for (rows.with(context_id, config); rows.next();) {
    if (auto record = detail::record_in(rows, 0, context, config))
      records.push_back(*std::move(record));
    else
      ++damaged;
  }
  return records;
}

History history_of(std::vector<Record>&& records) {
  History history;
  for (Record& record : records) {
    if (record.restarts) history = {};
    history.failure.reset();
    if (auto* const failure = std::get_if<Failure>(&record.result)) {
      history.failure = std::move(*failure);
    } else {
      const Samples& samples = std::get<Samples>(record.result);
      history.samples_ms.insert(history.samples_ms.end(), samples.begin(), samples.end());
    }
    history.conditions = std::move(record.conditions);
  }
  return history;
}

std::vector<Config> contexts_in(Database& database) {
  std::vector<Config> contexts;
  for (Statement rows = database.prepare("SELECT text FROM contexts ORDER BY id"); rows.next();)
    contexts.push_back(parse_canonical_text(rows.text(0)));
  return contexts;
}

}  // namespace

Store::Store(std::filesystem::path file) : file_(std::move(file)) {
  Opened opened = detail::open_for_tuning(file_);
  if (opened.database) connection_ = std::make_unique<Connection>(*std::move(opened.database));
  warn(opened.warning);
}

Store::Store(Store&& other) noexcept = default;
Store& Store::operator=(Store&& other) noexcept = default;
Store::~Store() = default;

void Store::warn(const std::string& text) {
  if (warning_.empty()) warning_ = text;
}

/// What `use` makes of the database; an empty result when it cannot. Damage that opening did not meet is met here: then
/// the file is replaced, once.
template <typename Result, typename Use>
Result Store::guarded(Use use) {
  for (const bool again : {false, true}) {
    if (!connection_) break;
    try {
      return use(connection_->database);
    } catch (const detail::SqliteFault& fault) {
      connection_.reset();
      if (!fault.is_damage() || again) {
        warn(fmt::format("store: '{}' cannot be used any more: {}; what is measured from here on is not stored",
                         file_.string(), fault.what()));
        break;
      }
      Opened opened = detail::open_again_after_damage(file_);
      if (opened.database) connection_ = std::make_unique<Connection>(*std::move(opened.database));
      warn(opened.warning);
    } catch (const std::exception& fault) {  // a text that is no config: this entry is of no use, others may be
      warn(fmt::format("store: '{}': {}", file_.string(), fault.what()));
      break;
    }
  }
  return Result();
}

bool Store::append(const Config& context, std::span<const Record> records) {
  const std::string context_text = canonical_text(context);
  return guarded<bool>([&](Database& database) {
    Transaction transaction(database);
    const std::int64_t context_id = detail::context_id(database, context_text);
    for (const Record& record : records) {
      const std::string config_text = canonical_text(record.config);
      const std::int64_t config_id = detail::config_id(database, context_id, config_text);
      detail::insert(database, config_id, context_text, config_text, record);
    }
    transaction.commit();
    return true;
  });
}

bool Store::append(const Config& context, const StoredChoice& choice) {
  const std::string text = canonical_text(context);
  return guarded<bool>([&](Database& database) {
    Transaction transaction(database);
    detail::insert(database, detail::context_id(database, text), text, choice);
    transaction.commit();
    return true;
  });
}

History Store::history(const Config& context, const Config& config) {
  const std::string text = canonical_text(context);
  return guarded<History>([&](Database& database) -> History {
    const auto id = detail::find_context(database, text);
    if (!id) return {};
    int damaged = 0;
    std::vector<Record> records = records_of(database, *id, text, canonical_text(config), damaged);
    if (damaged > 0)
      warn(fmt::format("store: '{}' has damaged rows, which are not used; `tilewright store verify` counts them",
                       file_.string()));
    return history_of(std::move(records));
  });
}

std::optional<StoredChoice> Store::choice(const Config& context) {
  const std::string text = canonical_text(context);
  return guarded<std::optional<StoredChoice>>([&](Database& database) -> std::optional<StoredChoice> {
    const auto id = detail::find_context(database, text);
    if (!id) return std::nullopt;
    Statement rows = database.prepare(
        fmt::format("SELECT {} FROM choices h WHERE h.context = ? ORDER BY h.id DESC LIMIT 1", detail::kChoiceColumns));
    return rows.with(*id).next() ? detail::choice_in(rows, 0, text) : std::nullopt;
  });
}

std::optional<std::string> Store::miss(const Config& context) {
  const std::string text = canonical_text(context);
  return guarded<std::optional<std::string>>([&](Database& database) -> std::optional<std::string> {
    if (detail::find_context(database, text)) return std::nullopt;
    const std::vector<Config> contexts = contexts_in(database);
    const auto found = nearest(contexts, context);
    return found ? std::optional(miss_text(contexts[*found], context)) : std::nullopt;
  });
}

}  // namespace tilewright::store
