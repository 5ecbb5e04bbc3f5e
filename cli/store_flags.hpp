#pragma once

#include <filesystem>

#include "cli/flags.hpp"
#include "core/store/inventory.hpp"

namespace tilewright::cli {

/// `--store`.
void declare_store_file(Flags& flags);

/// What `--store` says, else `store.sqlite` at home; empty when there is no home.
[[nodiscard]] std::filesystem::path store_file(const Flags& flags);

/// `--where`, which may be repeated.
void declare_where(Flags& flags);

/// Throws `Error` for what is not NAME=VALUE.
[[nodiscard]] store::Where parse_where(const Flags& flags);

}  // namespace tilewright::cli
