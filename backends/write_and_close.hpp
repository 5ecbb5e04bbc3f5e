#pragma once

#include <string_view>

namespace tilewright::backends {

/// Writes all bytes to an open file, and closes it. Whether both worked; otherwise `errno` says why not.
[[nodiscard]] bool write_and_close(int file, std::string_view bytes);

}  // namespace tilewright::backends
