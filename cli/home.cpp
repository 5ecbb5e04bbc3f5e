#include "cli/home.hpp"

#include <cstdlib>

namespace tilewright::cli {

std::filesystem::path home() {
  if (const char* tilewright = std::getenv("TILEWRIGHT_HOME"); tilewright != nullptr && *tilewright != 0)
    return tilewright;
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != 0)
    return std::filesystem::path(data) / "tilewright";
  if (const char* user = std::getenv("HOME"); user != nullptr && *user != 0)
    return std::filesystem::path(user) / ".local/share/tilewright";
  return {};
}

std::filesystem::path cubin_folder() {
  const std::filesystem::path folder = home();
  return folder.empty() ? folder : folder / "cubins";
}

}  // namespace tilewright::cli
