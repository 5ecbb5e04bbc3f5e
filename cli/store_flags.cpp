#include "cli/store_flags.hpp"

#include <fmt/format.h>

#include "cli/home.hpp"
#include "core/error.hpp"

namespace tilewright::cli {

void declare_store_file(Flags& flags) {
  flags.value("store", "FILE", "where measurements are kept (default: store.sqlite in $TILEWRIGHT_HOME)");
}

std::filesystem::path store_file(const Flags& flags) {
  if (const auto file = flags.optional_text("store")) return *file;
  const std::filesystem::path folder = home();
  return folder.empty() ? folder : folder / "store.sqlite";
}

void declare_where(Flags& flags) {
  flags.list(
      "where", "NAME=VALUE",
      "only entries with that in their key, as device.name='NVIDIA H200', problem=gemm or problem.M=4096; may be "
      "repeated");
}

store::Where parse_where(const Flags& flags) {
  store::Where where;
  for (const std::string& text : flags.texts("where")) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos)
      throw Error(ErrorKind::bad_argument, fmt::format("--where '{}' is not possible; give NAME=VALUE", text));
    where.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return where;
}

}  // namespace tilewright::cli
