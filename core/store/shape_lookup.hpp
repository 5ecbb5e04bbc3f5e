#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/store/lookup/exact_index.hpp"
#include "core/store/lookup/gemm.hpp"
#include "core/store/lookup/nearest_index.hpp"
#include "core/store/lookup/table_reader.hpp"

// For programs that run kernels: what `tilewright sweep` found, looked up. Headers alone, with nothing but the standard
// library behind them; C++17, by nvcc too.
namespace tilewright::lookup {

enum class Found {
  exact,       ///< measured on this very shape
  nearest,     ///< measured on the nearest shape whose config can run
  by_default,  ///< the table's default
};

[[nodiscard]] inline const char* to_text(Found found) {
  return found == Found::exact ? "exact" : found == Found::nearest ? "nearest" : "default";
}

struct Answer {
  Found found{};
  std::size_t config = 0;        ///< position in `Table::configs`
  const Entry* entry = nullptr;  ///< what is known of it: of this shape, or of the nearest; null: nothing is
  double distance = 0;           ///< from the shape of `entry`, as `lookup::distance`
};

/// A table that answers. It does not change: any number of threads may ask at once.
class ShapeLookup {
 public:
  explicit ShapeLookup(Table table) : table_(std::move(table)) {
    std::vector<Shape> shapes;
    std::vector<std::size_t> worth_having;
    for (const Entry& entry : table_.entries) {
      if (!entry.slower_than_default()) worth_having.push_back(shapes.size());
      shapes.push_back(entry.shape);
    }
    exact_ = ExactIndex(shapes);
    nearest_ = NearestIndex(shapes, worth_having);
  }

  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] const Fields& config(const Answer& answer) const { return table_.configs[answer.config]; }

  /// The config for `shape` among those for which `can_run(shape, position in Table::configs)` holds: that of the same
  /// shape; else that of the nearest, of equally near ones the least by M, then N, then K; else the default. Nothing
  /// when no config can run, and for a shape that is out of range.
  ///
  /// Never one that was measured slower than the default: on such a shape the default is the answer, and such an entry
  /// is nobody's nearest. Allocates nothing; throws what `can_run` throws.
  template <typename CanRun>
  [[nodiscard]] std::optional<Answer> find(const Shape& shape, CanRun can_run) const {
    if (!in_range(shape)) return std::nullopt;
    const std::size_t same = exact_.find(shape);
    if (same != ExactIndex::kNone) {
      const Entry& entry = table_.entries[same];
      const bool slower = entry.slower_than_default();
      const std::size_t better = slower ? table_.default_config : entry.config;
      if (can_run(shape, better)) return Answer{slower ? Found::by_default : Found::exact, better, &entry, 0};
    }
    const auto near =
        nearest_.find(shape, [&](std::size_t position) { return can_run(shape, table_.entries[position].config); });
    if (near.found) {
      const Entry& entry = table_.entries[near.position];
      return Answer{Found::nearest, entry.config, &entry, static_cast<double>(near.steps) / kStepsPerDoubling};
    }
    if (can_run(shape, table_.default_config)) return Answer{Found::by_default, table_.default_config, nullptr, 0};
    return std::nullopt;
  }

  /// Where every config can run.
  [[nodiscard]] std::optional<Answer> find(const Shape& shape) const {
    return find(shape, [](const Shape& /*shape*/, std::size_t /*config*/) { return true; });
  }

 private:
  Table table_;
  ExactIndex exact_;
  NearestIndex nearest_;
};

enum class OtherDevice { refuse, take };

/// Reads the table at `path` for use on `device`: of its fields, as many as the program knows. Throws `Error`
/// (bad_file) for a file that is no table, and, unless other devices are taken, for a table of a device with a field
/// that differs, which it names. What runs on this device is still for `can_run` to say.
[[nodiscard]] inline ShapeLookup load_shape_lookup(const std::string& path, const Fields& device,
                                                   OtherDevice other = OtherDevice::refuse) {
  Table table = read_table(path);
  const auto difference = first_difference(table.device, device);
  if (difference && other == OtherDevice::refuse)
    throw Error(ErrorKind::bad_file, path + ": the table is of another device: " + *difference);
  return ShapeLookup(std::move(table));
}

}  // namespace tilewright::lookup
