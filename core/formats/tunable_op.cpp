#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/formats/detail/csv.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

/// What stands between `_` in `tn_1280_231_2048_B_8_ld_2048_2048_1280`: a layout, sizes, then names with their values.
class ParamsReader {
 public:
  ParamsReader(std::string_view params, NamedValues& values) : params_(params), rest_(params), values_(values) {}

  void read() {
    values_.add("layout", std::string(next()));
    for (const char* size : {"M", "N", "K"}) add_integer(size);
    while (!rest_.empty()) read_tagged(next());
  }

 private:
  void read_tagged(std::string_view tag) {
    if (tag == "ld")
      for (const char* name : {"lda", "ldb", "ldc"}) add_integer(name);
    else if (tag == "B")
      add_integer("batch");
    else if (tag.empty())
      fail();
    else
      values_.add(tag, parse_value(next()));
  }

  void add_integer(const char* name) {
    const Value value = parse_value(next());
    if (!std::holds_alternative<std::int64_t>(value)) fail();
    values_.add(name, value);
  }

  std::string_view next() {
    if (rest_.empty()) fail();
    return take_part(rest_, '_');
  }

  [[noreturn]] void fail() const {
    throw RecordFault(fmt::format("{} is not LAYOUT_M_N_K, with _ld_LDA_LDB_LDC or _B_BATCH behind", shown(params_)));
  }

  std::string_view params_;
  std::string_view rest_;
  NamedValues& values_;
};

/// `Validator,NAME,VALUE` lines, which hold for all rows behind them; a later one replaces an earlier one of its name.
class Validators {
 public:
  void add(const CsvRow& row) {
    constexpr std::size_t kMost = 100;
    if (row.fields.size() != 3) throw RecordFault(fmt::format("a validator has 3 fields, not {}", row.fields.size()));
    const std::string& name = row.fields[1].text;
    const auto known = std::ranges::find(entries_, name, &Entry::first);
    if (known != entries_.end())
      known->second = row.fields[2].text;
    else if (entries_.size() < kMost)
      entries_.emplace_back(name, row.fields[2].text);
    else
      throw RecordFault(fmt::format("over {} validators", kMost));
    is_new_ = true;
  }

  const Config& about() {
    if (!is_new_) return about_;
    is_new_ = false;
    NameCache names;
    NamedValues values(names);
    for (const auto& [name, value] : entries_) values.add(name, value);
    return about_ = std::move(values).take();
  }

  [[nodiscard]] std::string device() const {
    const auto found = std::ranges::find(entries_, "GCN_ARCH_NAME", &Entry::first);
    return found == entries_.end() ? "" : found->second;
  }

 private:
  using Entry = std::pair<std::string, std::string>;
  std::vector<Entry> entries_ = {};
  Config about_ = {};
  bool is_new_ = false;
};

Row row_of(const CsvRow& csv, NameCache& configs) {
  NamedValues config(configs);
  config.add("solution", csv.fields[2].text);
  Row row{.config = std::move(config).take(), .line = csv.line};
  if (csv.fields.size() == 3) return row;
  const auto time = parse_number(csv.fields[3].text);
  if (!time) throw RecordFault(fmt::format("its time is {}; a number is expected", shown(csv.fields[3].text)));
  row.time_ms = *time;
  set_samples(row, {*time});
  return row;
}

}  // namespace

Reading read_tunable_op(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  Recordings recordings(Format::tunable_op);
  Validators validators;
  NameCache problems;
  NameCache configs;
  CsvReader csv(text);
  for_each_row(csv, refusals, [&](const CsvRow& row) {
    if (row.fields[0].text == "Validator") return validators.add(row);
    if (row.fields.size() != 3 && row.fields.size() != 4)
      throw RecordFault(fmt::format("it has {} fields; Op,Params,Solution,ms are expected", row.fields.size()));
    NamedValues values(problems);
    ParamsReader(row.fields[1].text, values).read();
    const Config problem = std::move(values).take();
    Row read = row_of(row, configs);
    recordings.of(row.fields[0].text, validators.device(), problem, validators.about()).rows.push_back(std::move(read));
  });
  return {
      .format = Format::tunable_op, .recordings = std::move(recordings).take(), .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
