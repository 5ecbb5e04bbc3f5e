#pragma once

#include <optional>
#include <string_view>

#include "core/formats/detail/csv.hpp"
#include "core/tuning/backend.hpp"

namespace tilewright::formats {

/// A value as our own CSV has it: a text when it is in quotes, else what it looks like.
[[nodiscard]] Value value_of(const CsvField& field);

/// By columns `failure_kind` and `failure_text`. Throws `RecordFault` for an unknown kind.
[[nodiscard]] std::optional<Failure> failure_of(const CsvHeader& header, const CsvRow& row);

/// The first row. Throws `Error` (bad_file) when it cannot be a header.
[[nodiscard]] CsvHeader csv_header(CsvReader& csv, std::string_view source);

}  // namespace tilewright::formats
