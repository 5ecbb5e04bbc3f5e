#include "backends/cuda/ptxas_log.hpp"

#include <algorithm>
#include <charconv>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/split.hpp>
#include <range/v3/view/transform.hpp>
#include <vector>

namespace tilewright::backends::cuda {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  return text | ranges::views::split('\n') |
         ranges::views::transform([](auto&& line) { return line | ranges::to<std::string>(); }) | ranges::to_vector;
}

/// The number that stands right before `unit`; 0 without one.
std::int64_t number_before(std::string_view line, std::string_view unit) {
  const std::size_t end = line.find(unit);
  if (end == std::string_view::npos) return 0;
  std::size_t begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  std::int64_t number = 0;
  std::from_chars(line.data() + begin, line.data() + end, number);
  return number;
}

/// The name in `... entry function 'NAME' for ...`; empty on other lines.
std::string entry_function(const std::string& line) {
  constexpr std::string_view kBefore = "Compiling entry function '";
  const std::size_t at = line.find(kBefore);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + kBefore.size();
  return line.substr(begin, line.find('\'', begin) - begin);
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

std::map<std::string, KernelUsage> parse_ptxas_log(std::string_view log) {
  std::map<std::string, KernelUsage> kernels;
  KernelUsage* current = nullptr;
  for (const std::string& line : lines_of(log)) {
    if (const std::string name = entry_function(line); !name.empty()) {
      current = &kernels[name];
    } else if (current != nullptr && line.find("bytes stack frame") != std::string::npos) {
      current->stack_bytes = number_before(line, " bytes stack frame");
      current->spill_store_bytes = number_before(line, " bytes spill stores");
      current->spill_load_bytes = number_before(line, " bytes spill loads");
    } else if (current != nullptr && line.find(" registers") != std::string::npos) {
      current->registers = number_before(line, " registers");
      current->static_smem_bytes = number_before(line, " bytes smem");
    }
  }
  return kernels;
}

Failure compile_failure(std::string_view log) {
  const std::vector<std::string> lines = lines_of(log);
  const auto says_error = [](const std::string& line) { return line.find("error") != std::string::npos; };
  auto found = std::ranges::find_if(lines, says_error);
  if (found == lines.end())
    found = std::ranges::find_if(lines, [](const std::string& line) { return !trimmed(line).empty(); });
  if (found == lines.end()) return {FailureKind::compile, "the compiler failed without a word"};
  const bool too_much = found->find("uses too much") != std::string::npos;
  return {too_much ? FailureKind::resources : FailureKind::compile, trimmed(*found)};
}

}  // namespace tilewright::backends::cuda
