#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/store/detail/sqlite.hpp"

// The file in which the store is.
namespace tilewright::store::detail {

/// A database that is ready for use, or none, with what there is to say about it.
struct Opened {
  std::optional<Database> database;
  std::string warning;  ///< empty when all is well
};

/// Opens the store for tuning, whatever is there: makes it and its folder when there is none; sets a damaged or foreign
/// file aside as FILE.bad-1, or the next number that is free, and makes another; leaves alone what cannot be used.
[[nodiscard]] Opened open_for_tuning(const std::filesystem::path& file);

/// As `open_for_tuning`, after damage was found in a database that could be opened: it is set aside if a check of all
/// of it finds damage too.
[[nodiscard]] Opened open_again_after_damage(const std::filesystem::path& file);

/// Opens what is there and changes nothing. Throws `Error` (no_store) when it cannot be used.
[[nodiscard]] Database open_existing(const std::filesystem::path& file);

}  // namespace tilewright::store::detail
