#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/store/lookup/file_text.hpp"
#include "core/store/lookup/json_reader.hpp"
#include "core/store/lookup/table.hpp"

namespace tilewright::lookup {

inline constexpr const char* kTableSchema = "tilewright.shape_table/1";

/// Largest table that is read; one of 10,000 shapes has about 2 MB.
inline constexpr std::size_t kMaxTableBytes = std::size_t{64} << 20;

namespace internal {

/// Reads exactly the schema: every member once, in any order, none more.
class TableReader {
 public:
  TableReader(std::string_view text, const std::string& source) : json_(text, source) {}

  Table table() {
    const auto names = json_.object([this](const std::string& name) {
      if (name == "schema") return check_schema();
      if (name == "key") return static_cast<void>(table_.key = fields());
      if (name == "method") return static_cast<void>(table_.method = fields());
      if (name == "device") return static_cast<void>(table_.device = fields());
      if (name == "default") return static_cast<void>(table_.default_config = config());
      if (name == "entries") return json_.array([this] { entry(); });
      json_.refuse(JsonReader::quoted(name) + " does not belong into a table");
    });
    json_.expect_end();
    expect({"schema", "key", "method", "device", "default", "entries"}, names);
    std::sort(table_.entries.begin(), table_.entries.end(),
              [](const Entry& a, const Entry& b) { return a.shape < b.shape; });
    return std::move(table_);
  }

 private:
  void check_schema() {
    const std::string schema = json_.text();
    if (schema != kTableSchema)
      json_.refuse("the schema is " + JsonReader::quoted(schema) + ", not '" + kTableSchema + "'");
  }

  void expect(std::initializer_list<const char*> wanted, const std::vector<std::string>& names) const {
    for (const char* const name : wanted)
      if (std::find(names.begin(), names.end(), name) == names.end())
        json_.refuse("'" + std::string(name) + "' is missing");
  }

  Fields fields() {
    Fields result;
    json_.object([&](const std::string& name) {
      Value value = json_.value();
      result.emplace_back(name, std::move(value));
    });
    return result;
  }

  std::size_t config() {
    const auto [known, is_new] = configs_.emplace(fields(), table_.configs.size());
    if (is_new) table_.configs.push_back(known->first);
    return known->second;
  }

  void entry() {
    Entry entry;
    const auto names = json_.object([&](const std::string& name) {
      if (name == "M") return static_cast<void>(entry.shape.m = whole(name, kMaxSize));
      if (name == "N") return static_cast<void>(entry.shape.n = whole(name, kMaxSize));
      if (name == "K") return static_cast<void>(entry.shape.k = whole(name, kMaxSize));
      if (name == "config") return static_cast<void>(entry.config = config());
      if (name == "median_ms") return static_cast<void>(entry.median_ms = ms(name));
      if (name == "default_ms") return static_cast<void>(entry.default_ms = optional_ms(name));
      if (name == "predicted_ms") return static_cast<void>(entry.predicted_ms = optional_ms(name));
      if (name == "samples") return static_cast<void>(entry.samples = whole(name, kMaxSize));
      json_.refuse(JsonReader::quoted(name) + " does not belong into an entry");
    });
    expect({"M", "N", "K", "config", "median_ms", "default_ms", "predicted_ms", "samples"}, names);
    if (!shapes_.insert(entry.shape).second) json_.refuse("this shape is there twice");
    table_.entries.push_back(entry);
  }

  std::int64_t whole(const std::string& name, std::int64_t most) {
    const Value value = json_.value();
    const auto* const number = std::get_if<std::int64_t>(&value);
    if (number == nullptr || *number < 1 || *number > most)
      json_.refuse("'" + name + "' is " + JsonReader::quoted(text_of(value)) + ", not an integer from 1 to " +
                   std::to_string(most));
    return *number;
  }

  double ms(const std::string& name) {
    const Value value = json_.value();
    double time = 0;
    if (const auto* const integer = std::get_if<std::int64_t>(&value)) time = static_cast<double>(*integer);
    if (const auto* const real = std::get_if<double>(&value)) time = *real;
    if (!(time > 0)) json_.refuse("'" + name + "' is " + JsonReader::quoted(text_of(value)) + ", not a time above 0");
    return time;
  }

  std::optional<double> optional_ms(const std::string& name) {
    return json_.take_null() ? std::nullopt : std::optional<double>(ms(name));
  }

  JsonReader json_;
  Table table_;
  std::map<Fields, std::size_t> configs_;
  std::set<Shape> shapes_;
};

}  // namespace internal

/// A table from its JSON. Throws `Error` (bad_file) with `source`, line and what is wrong for anything but the schema
/// `tilewright.shape_table/1`: a damaged table is never half a table.
[[nodiscard]] inline Table parse_table(std::string_view text, const std::string& source) {
  if (text.empty()) throw Error(ErrorKind::bad_file, source + ": it is empty, not a table");
  return internal::TableReader(text, source).table();
}

/// Likewise from a regular file of at most `kMaxTableBytes`.
[[nodiscard]] inline Table read_table(const std::string& path) {
  return parse_table(file_text(path, kMaxTableBytes), path);
}

}  // namespace tilewright::lookup
