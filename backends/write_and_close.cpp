#include "backends/write_and_close.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace tilewright::backends {

bool write_and_close(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int why = errno;
      ::close(file);
      errno = why;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::close(file) == 0;
}

}  // namespace tilewright::backends
