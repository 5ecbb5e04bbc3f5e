// Any bytes at all, read as a table of shapes, then looked up and written again.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/store/shape_lookup.hpp"
#include "core/store/shape_table.hpp"
#include "tests/fuzz/require.hpp"

namespace {

using namespace tilewright;
using fuzz::require;

/// Nothing for what is no table.
std::optional<lookup::Table> table_of(std::string_view text) {
  try {
    return lookup::parse_table(text, "input");
  } catch (const Error& fault) {
    require(fault.kind() == ErrorKind::bad_file, fault.what());
    return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto table = table_of({reinterpret_cast<const char*>(data), size});
  if (!table) return 0;
  const std::string text = store::shape_table_text(*table);
  require(store::shape_table_text(lookup::parse_table(text, "ours")) == text, "a table does not read back as it was");
  const lookup::ShapeLookup lookup(*table);
  for (const lookup::Entry& entry : table->entries) {
    const auto answer = lookup.find(entry.shape);
    require(answer && answer->found != lookup::Found::nearest && answer->entry->shape == entry.shape,
            "a shape of the table is not found");
  }
  return 0;
}
