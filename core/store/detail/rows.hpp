#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/store/detail/sqlite.hpp"
#include "core/store/record.hpp"

// Records and choices as rows, and back.
namespace tilewright::store::detail {

/// The id of the row of that text, which is made when there is none.
[[nodiscard]] std::int64_t context_id(Database& database, const std::string& text);
[[nodiscard]] std::int64_t config_id(Database& database, std::int64_t context, const std::string& text);

/// Nothing when there is none.
[[nodiscard]] std::optional<std::int64_t> find_context(Database& database, const std::string& text);

/// A row of batches whose config has that id; `context` and `config` are the texts.
void insert(Database& database, std::int64_t config_id, std::string_view context, std::string_view config,
            const Record& record);
void insert(Database& database, std::int64_t context_id, std::string_view context, const StoredChoice& choice);

/// What `record_in` and `choice_in` read, for SELECT.
inline constexpr const char* kRecordColumns =
    "b.time_s, b.restarts, b.samples_ms, b.failure_kind, b.failure_text, b.conditions, b.hash";
inline constexpr const char* kChoiceColumns = "h.config, h.rule, h.why, h.time_s, h.conditions, h.hash";

/// The columns from `first` on; nothing when they do not fit their hash.
[[nodiscard]] std::optional<Record> record_in(const Statement& row, int first, std::string_view context,
                                              const std::string& config);
[[nodiscard]] std::optional<StoredChoice> choice_in(const Statement& row, int first, std::string_view context);

}  // namespace tilewright::store::detail
