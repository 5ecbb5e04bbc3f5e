#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilewright::store {

/// FNV-1a with 128 bits over the parts, as 32 hexadecimal digits. The length of a part counts, so that moving a byte
/// from one part to the next changes the hash. Tells contents apart and finds damage; it does not resist forgery.
///
/// Source: Fowler, Noll and Vo; offset and prime of draft-eastlake-fnv.
[[nodiscard]] std::string content_hash(const std::vector<std::string_view>& parts);

}  // namespace tilewright::store
