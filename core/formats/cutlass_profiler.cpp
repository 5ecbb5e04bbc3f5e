#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/formats/detail/csv.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

enum class Role { config, fact, ignored, problem };

struct Column {
  std::string_view name;
  Role role;
};

/// What columns are for. Others are arguments, which make the problem: they vary with the kind of operation.
constexpr auto kColumns = std::to_array<Column>({
    {"Problem", Role::ignored},  // a number from 1 in each run, no key
    {"OperationKind", Role::ignored},
    {"Disposition", Role::ignored},
    {"Status", Role::ignored},
    {"Runtime", Role::ignored},
    {"Runtime (ms)", Role::ignored},
    {"Bytes", Role::fact},
    {"Flops", Role::fact},  // those of the epilogue are counted too
    {"Flops/Byte", Role::fact},
    {"GB/s", Role::fact},
    {"GFLOPs", Role::fact},
    {"min_cc", Role::fact},
    {"max_cc", Role::fact},
    {"Provider", Role::config},
    {"Operation", Role::config},
    {"split_k_mode", Role::config},
    {"split_k_slices", Role::config},
    {"raster_order", Role::config},
    {"swizzle_size", Role::config},
    {"op_class", Role::config},
    {"accum", Role::config},
    {"stages", Role::config},
    {"use_pdl", Role::config},
});

Role role_of(std::string_view name) {
  constexpr auto kTile = std::to_array<std::string_view>({"cta_", "cluster_", "warps_", "inst_"});
  const auto* const column = std::ranges::find(kColumns, name, &Column::name);
  if (column != kColumns.end()) return column->role;
  const bool is_tile = std::ranges::any_of(kTile, [&](std::string_view start) { return name.starts_with(start); });
  return is_tile ? Role::config : Role::problem;
}

/// The profiler divides by 2^30.
std::string_view name_of(std::string_view column) { return column == "GB/s" ? "GiB/s" : column; }

class ProfileReader {
 public:
  ProfileReader(CsvHeader header, Recordings& recordings) : header_(std::move(header)), recordings_(recordings) {
    for (const std::string& name : header_.names()) roles_.push_back(role_of(name));
  }

  /// The column of the times; the profiler writes milliseconds. Empty when there is none, or in another unit.
  [[nodiscard]] std::string_view time_column() const {
    if (header_.has("Runtime")) return "Runtime";
    return header_.has("Runtime (ms)") ? "Runtime (ms)" : "";
  }

  void read(const CsvRow& csv) {
    header_.check(csv);
    const Config problem = values_of(csv, Role::problem, problems_);
    Row row{.config = values_of(csv, Role::config, configs_), .line = csv.line};
    row.facts = values_of(csv, Role::fact, facts_);
    row.failure = failure_of(csv);
    if (!row.failure) {
      row.time_ms = header_.number(csv, time_column());
      set_samples(row, {*row.time_ms});
    }
    recordings_.of(header_.field(csv, "OperationKind"), "", problem).rows.push_back(std::move(row));
  }

 private:
  Config values_of(const CsvRow& csv, Role role, NameCache& names) const {
    NamedValues values(names);
    for (std::size_t i = 0; i < roles_.size(); ++i) {
      const bool is_missing_fact = role == Role::fact && csv.fields[i].text.empty();
      if (roles_[i] == role && !is_missing_fact)
        values.add(name_of(header_.names()[i]), parse_value(csv.fields[i].text));
    }
    return std::move(values).take();
  }

  /// A failed row has a time of 0. Disposition "not_verified" is a success that was not checked.
  [[nodiscard]] std::optional<Failure> failure_of(const CsvRow& csv) const {
    const std::string& disposition = header_.field(csv, "Disposition");
    const std::string& status = header_.field(csv, "Status");
    const std::string text = fmt::format("{}: {}", disposition, status);
    if (disposition == "incorrect") return Failure{FailureKind::wrong_result, text};
    if (disposition == "not_supported" || disposition == "invalid_problem")
      return Failure{FailureKind::resources, text};
    if (disposition == "failed" || disposition == "not_run" || (status != "success" && status != "Success"))
      return Failure{FailureKind::launch, text};
    return std::nullopt;
  }

  CsvHeader header_;
  Recordings& recordings_;
  std::vector<Role> roles_ = {};
  NameCache problems_ = {};
  NameCache configs_ = {};
  NameCache facts_ = {};
};

}  // namespace

Reading read_cutlass_profiler(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  Recordings recordings(Format::cutlass_profiler);
  CsvReader csv(text);
  std::optional<ProfileReader> reader;
  try {
    reader.emplace(CsvHeader(csv.next().value_or(CsvRow{})), recordings);
  } catch (const RecordFault& fault) {
    refuse_file(source, fmt::format("its header cannot be read: {}", fault.what()));
  }
  if (reader->time_column().empty())
    refuse_file(source, "it has no column 'Runtime' in milliseconds; is it the profiler's --output?");
  for_each_row(csv, refusals, [&](const CsvRow& row) { reader->read(row); });
  return {.format = Format::cutlass_profiler,
          .recordings = std::move(recordings).take(),
          .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
