#pragma once

#include "core/store/detail/sqlite.hpp"
#include "core/store/inventory.hpp"

namespace tilewright::store::detail {

/// As `Inventory::verify`. Throws `SqliteFault` when the damage is such that the tables cannot be read.
[[nodiscard]] Verified verify(Database& database);

}  // namespace tilewright::store::detail
