// Looks a shape up in a table, as a program that links nothing would.
#include <tilewright/core/store/shape_lookup.hpp>

int main() {
  namespace lookup = tilewright::lookup;
  lookup::Table table;
  table.configs = {{{"BM", std::int64_t{64}}}};
  const auto answer = lookup::ShapeLookup(table).find({16, 4096, 4096});
  return answer && answer->found == lookup::Found::by_default ? 0 : 1;
}
