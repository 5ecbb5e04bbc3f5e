#pragma once

#include <filesystem>

namespace tilewright::cli {

/// Where things that last are kept: `TILEWRIGHT_HOME`, else `$XDG_DATA_HOME/tilewright`, else
/// `~/.local/share/tilewright`; empty when there is no home.
[[nodiscard]] std::filesystem::path home();

/// Where machine code is kept; empty when there is no home.
[[nodiscard]] std::filesystem::path cubin_folder();

}  // namespace tilewright::cli
