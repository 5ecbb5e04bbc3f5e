#include "core/formats/gpu_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.hpp"
#include "core/gemm/gpu_fields.hpp"

namespace tilewright::formats {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string_view source, std::string_view what) {
  throw Error(ErrorKind::bad_file,
              fmt::format("{}: {}; `tilewright gpus --gpu rtx3070 --format json` prints an example", source, what));
}

/// Without "[json.exception.parse_error.101] " in front.
std::string_view without_tag(std::string_view message) {
  const std::size_t end = message.find("] ");
  return message.starts_with('[') && end != message.npos ? message.substr(end + 2) : message;
}

/// Whether it can stand in a line of a table.
bool is_plain(const std::string& text) {
  const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F; };
  return !text.empty() && std::ranges::none_of(text, is_control);
}

/// A JSON object without repeated fields and without anything nested, so that depth is no matter.
Json parse_flat_object(std::string_view text, std::string_view source) {
  std::set<std::string> names;
  const auto check_event = [&](int depth, Json::parse_event_t event, Json& parsed) {
    const bool opens = event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (opens && depth > 0) refuse(source, "it has something nested; every field is a number or a text");
    if (event == Json::parse_event_t::array_start) refuse(source, "it is an array; one object is expected");
    if (event == Json::parse_event_t::key && !names.insert(parsed.get<std::string>()).second)
      refuse(source, fmt::format("field '{}' is there twice", parsed.get<std::string>()));
    return true;
  };
  try {
    Json object = Json::parse(text, check_event);
    if (!object.is_object()) refuse(source, fmt::format("it is a {}; an object is expected", object.type_name()));
    return object;
  } catch (const Json::exception& fault) {
    refuse(source, fmt::format("not JSON: {}", without_tag(fault.what())));
  }
}

/// Reads one value into the field that it is for. Does nothing but refuse when types differ.
class FieldReader {
 public:
  FieldReader(gemm::GpuSpec& gpu, const Json& value, std::string_view name, std::string_view source)
      : gpu_(gpu), value_(value), name_(name), source_(source) {}

  void operator()(std::string gemm::GpuSpec::*member) const {
    expect(value_.is_string() && is_plain(value_.get_ref<const std::string&>()),
           "a text, not empty and without control characters,");
    gpu_.*member = value_.get<std::string>();
  }

  void operator()(double gemm::GpuSpec::*member) const {
    expect(value_.is_number(), "a number");
    gpu_.*member = value_.get<double>();
  }

  template <typename Integer>
  void operator()(Integer gemm::GpuSpec::*member) const {
    constexpr std::int64_t kMost = std::numeric_limits<Integer>::max();
    expect(value_.is_number_integer(), "an integer");
    const bool fits = value_.is_number_unsigned() ? value_.get<std::uint64_t>() <= static_cast<std::uint64_t>(kMost)
                                                  : value_.get<std::int64_t>() >= -kMost;
    expect(fits, fmt::format("an integer up to {}", kMost));
    gpu_.*member = value_.get<Integer>();
  }

 private:
  void expect(bool met, std::string_view what) const {
    if (!met) refuse(source_, fmt::format("field '{}' is {}; {} is expected", name_, shown(), what));
  }

  [[nodiscard]] std::string shown() const {
    constexpr std::size_t kLongest = 40;
    const std::string text = value_.dump(-1, ' ', true);
    return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
  }

  gemm::GpuSpec& gpu_;
  const Json& value_;
  std::string_view name_;
  std::string_view source_;
};

void check_names(const Json& object, std::string_view source) {
  for (const auto& [name, value] : object.items())
    if (std::ranges::find(gemm::kGpuFields, name, &gemm::GpuField::name) == gemm::kGpuFields.end())
      refuse(source, fmt::format("field '{}' is not known", name));
  for (const gemm::GpuField& field : gemm::kGpuFields)
    if (!object.contains(field.name)) refuse(source, fmt::format("field '{}' is missing", field.name));
}

std::string read_text(const fs::path& path) {
  std::error_code fault;
  const fs::file_status status = fs::status(path, fault);
  if (!fs::exists(status)) refuse(path.string(), fault ? fault.message() : "no such file");
  // Looked at before it is opened: opening a pipe would wait for its writer.
  if (!fs::is_regular_file(status)) refuse(path.string(), "it is not a regular file");

  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path.string(), "it cannot be opened; see its permissions");
  std::string text(kMaxGpuFileBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) refuse(path.string(), "it cannot be read");
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMaxGpuFileBytes) refuse(path.string(), fmt::format("it is over {} bytes", kMaxGpuFileBytes));
  return text;
}

}  // namespace

gemm::GpuSpec parse_gpu(std::string_view text, std::string_view source) {
  if (text.empty()) refuse(source, "it is empty");
  const Json object = parse_flat_object(text, source);
  check_names(object, source);
  gemm::GpuSpec gpu;
  for (const gemm::GpuField& field : gemm::kGpuFields)
    std::visit(FieldReader(gpu, object[field.name], field.name, source), field.member);
  try {
    gemm::check(gpu);
  } catch (const Error& fault) {
    refuse(source, fault.what());
  }
  return gpu;
}

gemm::GpuSpec read_gpu_file(const fs::path& path) { return parse_gpu(read_text(path), path.string()); }

std::string gpu_file_text(const gemm::GpuSpec& gpu) {
  Json object = Json::object();
  for (const gemm::GpuField& field : gemm::kGpuFields)
    std::visit([&](auto member) { object[std::string(field.name)] = gpu.*member; }, field.member);
  return object.dump(2) + "\n";
}

}  // namespace tilewright::formats
