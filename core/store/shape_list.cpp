#include "core/store/shape_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <optional>

#include "core/error.hpp"
#include "core/store/lookup/file_text.hpp"
#include "core/store/lookup/nearest_index.hpp"
#include "core/store/shape_table.hpp"

namespace tilewright::store {
namespace {

constexpr std::array<std::string_view, 3> kNames{"M", "N", "K"};
constexpr std::size_t kMostFaults = 10;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == text.npos ? std::string_view{} : text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t comma = 0; comma != line.npos; line.remove_prefix(std::min(line.size(), comma + 1))) {
    comma = line.find(',');
    fields.push_back(trimmed(line.substr(0, comma)));
  }
  return fields;
}

/// `text` as it can stand in an error line.
std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return fmt::format("'{}{}'", text.substr(0, kLongest), text.size() > kLongest ? "..." : "");
}

/// Which field has M, N and K.
using Columns = std::array<std::size_t, 3>;

/// Nothing for a line that is no header: its first field begins as a number does.
std::optional<Columns> header_columns(const std::vector<std::string_view>& fields) {
  constexpr std::string_view kNumbers = "0123456789+-.";
  if (fields[0].empty() || kNumbers.find(fields[0][0]) != kNumbers.npos) return std::nullopt;
  Columns columns{};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const auto is_name = [&](std::string_view field) {
      return field.size() == 1 && (field[0] | 0x20) == (kNames[i][0] | 0x20);
    };
    const auto found = std::ranges::find_if(fields, is_name);
    if (found == fields.end() || fields.size() != kNames.size())
      throw Error(ErrorKind::bad_file, fmt::format("{} is neither a shape nor the header M,N,K", shown(fields[0])));
    columns[i] = static_cast<std::size_t>(found - fields.begin());
  }
  return columns;
}

std::int64_t size_of(std::string_view field, std::string_view name) {
  std::int64_t size = 0;
  const auto [end, fault] = std::from_chars(field.data(), field.data() + field.size(), size);
  if (end == field.data() + field.size() && fault == std::errc() && size >= 1 && size <= gemm::kMaxSize) return size;
  throw Error(ErrorKind::bad_file,
              fmt::format("{} is {}, not an integer from 1 to {}", name, shown(field), gemm::kMaxSize));
}

/// Reads a list line by line.
class ListReader {
 public:
  void read(int number, std::string_view text) {
    const std::string_view line = trimmed(text.substr(0, text.find('#')));
    if (line.empty()) return;
    try {
      read_fields(number, fields_of(line));
    } catch (const Error& fault) {
      if (faults_.size() < kMostFaults) faults_.push_back(fmt::format("line {}: {}", number, fault.what()));
      ++bad_lines_;
    }
    is_first_ = false;
  }

  ShapeList list(std::string_view source) {
    if (bad_lines_ > 0) {
      const std::string more = bad_lines_ > kMostFaults ? fmt::format("; {} more", bad_lines_ - kMostFaults) : "";
      throw Error(ErrorKind::bad_file, fmt::format("{}: {}{}", source, fmt::join(faults_, "; "), more));
    }
    if (list_.shapes.empty())
      throw Error(ErrorKind::bad_file, fmt::format("{}: there is no shape in it; give lines of M,N,K", source));
    for (std::string& note : list_.notes) note = fmt::format("{}: {}", source, note);
    return std::move(list_);
  }

 private:
  void read_fields(int number, const std::vector<std::string_view>& fields) {
    if (is_first_) {
      if (const auto columns = header_columns(fields)) {
        columns_ = *columns;
        return;
      }
    }
    if (fields.size() != kNames.size())
      throw Error(ErrorKind::bad_file, fmt::format("{} fields where M,N,K are expected", fields.size()));
    std::array<std::int64_t, 3> sizes{};
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = size_of(fields[columns_[i]], kNames[i]);
    const gemm::GemmShape shape{.m = sizes[0], .n = sizes[1], .k = sizes[2]};
    const auto [known, is_new] = lines_.emplace(sizes, number);
    if (is_new)
      list_.shapes.push_back(shape);
    else
      list_.notes.push_back(fmt::format("line {}: {} is in line {} already", number, to_text(shape), known->second));
  }

  ShapeList list_;
  Columns columns_{0, 1, 2};
  std::map<std::array<std::int64_t, 3>, int> lines_;
  std::vector<std::string> faults_;
  std::size_t bad_lines_ = 0;
  bool is_first_ = true;
};

}  // namespace

ShapeList parse_shape_list(std::string_view text, std::string_view source) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  ListReader reader;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    reader.read(number, text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return reader.list(source);
}

ShapeList read_shape_list(const std::string& path) {
  return parse_shape_list(lookup::file_text(path, kMaxShapeListBytes), path);
}

gemm::GemmShape middle_of(std::span<const gemm::GemmShape> shapes) {
  const auto median = [&](std::int64_t gemm::GemmShape::*size) {
    std::vector<std::int64_t> sizes;
    for (const gemm::GemmShape& shape : shapes) sizes.push_back(shape.*size);
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>((sizes.size() - 1) / 2);
    std::ranges::nth_element(sizes, middle);
    return *middle;
  };
  std::vector<lookup::Shape> all;
  for (const gemm::GemmShape& shape : shapes) all.push_back(to_lookup(shape));
  std::sort(all.begin(), all.end());
  std::vector<std::size_t> positions(all.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  const lookup::Shape middle{median(&gemm::GemmShape::m), median(&gemm::GemmShape::n), median(&gemm::GemmShape::k)};
  const auto found = lookup::NearestIndex(all, positions).find(middle, [](std::size_t /*any*/) { return true; });
  return to_gemm(all[found.position]);
}

}  // namespace tilewright::store
