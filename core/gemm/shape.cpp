#include "core/gemm/shape.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "core/error.hpp"

namespace tilewright::gemm {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view what) {
  throw Error(ErrorKind::bad_argument,
              fmt::format("shape '{}' {}; give MxNxK, each from 1 to {}", text, what, kMaxSize));
}

std::int64_t parse_size(std::string_view text, std::string_view shape, char dimension) {
  std::int64_t size = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (end != text.data() + text.size() || fault == std::errc::invalid_argument)
    refuse(shape, fmt::format("has '{}' for {}, which is not an integer", text, dimension));
  if (fault != std::errc() || size < 1 || size > kMaxSize)
    refuse(shape, fmt::format("has {} for {}, which is out of range", text, dimension));
  return size;
}

}  // namespace

GemmShape parse_shape(std::string_view text) {
  const std::size_t first = text.find('x');
  const std::size_t second = first == text.npos ? text.npos : text.find('x', first + 1);
  if (second == text.npos) refuse(text, "has not three sizes");
  return {.m = parse_size(text.substr(0, first), text, 'M'),
          .n = parse_size(text.substr(first + 1, second - first - 1), text, 'N'),
          .k = parse_size(text.substr(second + 1), text, 'K')};
}

std::string to_text(const GemmShape& shape) { return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k); }

Dtype parse_dtype(std::string_view name) {
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16})
    if (name == to_text(dtype)) return dtype;
  throw Error(ErrorKind::bad_argument, fmt::format("dtype '{}' is not known; give fp16 or bf16", name));
}

std::string_view to_text(Dtype dtype) { return dtype == Dtype::fp16 ? "fp16" : "bf16"; }

}  // namespace tilewright::gemm
