// Any bytes at all, read as a table of shapes, then looked up and written again.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/store/shape_lookup.hpp"
#include "core/store/shape_table.hpp"

namespace {

using namespace tilewright;

void require(bool met, const char* what) {
  if (met) return;
  std::fputs(what, stderr);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const lookup::Table table = lookup::parse_table({reinterpret_cast<const char*>(data), size}, "input");
    const std::string text = store::shape_table_text(table);
    require(store::shape_table_text(lookup::parse_table(text, "ours")) == text,
            "a table does not read back as it was\n");
    const lookup::ShapeLookup lookup(table);
    for (const lookup::Entry& entry : table.entries) {
      const auto answer = lookup.find(entry.shape);
      require(answer && answer->found != lookup::Found::nearest && answer->entry->shape == entry.shape,
              "a shape of the table is not found\n");
    }
  } catch (const Error& fault) {
    require(fault.kind() == ErrorKind::bad_file, fault.what());
  }
  return 0;
}
