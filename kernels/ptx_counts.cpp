#include "kernels/ptx_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace tilewright::kernels {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(trim(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

std::string without_comments(std::string_view ptx) {
  std::string text;
  while (!ptx.empty()) {
    const std::size_t start = std::min(ptx.find("//"), ptx.find("/*"));
    text += ptx.substr(0, start);
    if (start == std::string_view::npos) break;
    const bool line = ptx[start + 1] == '/';
    const std::size_t end = ptx.find(line ? "\n" : "*/", start);
    if (end == std::string_view::npos) break;
    ptx.remove_prefix(line ? end : end + 2);
    text += ' ';
  }
  return text;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Bytes of `ld.global.v4.u32`: the type's, times the vector's length.
std::int64_t moved_bytes(const std::vector<std::string_view>& words) {
  std::int64_t lanes = 1;
  for (const std::string_view word : words)
    if (word.size() == 2 && word[0] == 'v') lanes = word[1] - '0';
  const std::string_view type = words.back();
  return type.empty() ? 0 : lanes * number(type.substr(1)).value_or(0) / 8;
}

bool has(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string kind_of_move(const std::vector<std::string_view>& words) {
  for (const std::string_view space : {"global", "shared", "local"})
    if (std::any_of(words.begin(), words.end(), [&](std::string_view w) { return w.starts_with(space); }))
      return fmt::format("{}.{} {}", words[0], space, moved_bytes(words));
  return "other";
}

/// A statement without the function's head, braces, labels and predicate before its instruction.
std::string_view bare_instruction(std::string_view statement) {
  while (true) {
    statement = trim(statement);
    const std::size_t word_end = std::min(statement.find_first_of(kBlanks), statement.size());
    const std::string_view word = statement.substr(0, word_end);
    const std::size_t body = statement.find('{');
    if (word.starts_with('{') || word.starts_with('}'))
      statement.remove_prefix(1);
    else if (word.starts_with('.') && body < statement.find('='))  // not the values of a variable
      statement.remove_prefix(body);
    else if (word.ends_with(':') || word.starts_with('@'))
      statement.remove_prefix(word_end);
    else
      return statement;
  }
}

}  // namespace

std::string instruction_kind(std::string_view instruction) {
  const std::size_t opcode_end = std::min(instruction.find_first_of(kBlanks), instruction.size());
  const std::vector<std::string_view> words = split(instruction.substr(0, opcode_end), '.');
  const std::string_view name = words.front();
  if (name == "mma" || name == "wgmma" || name == "ldmatrix") return std::string(name);
  if (name == "bar" || name == "barrier") return "barrier";
  if (name == "cp" && words.size() > 2 && words[1] == "async" && has(words, "global")) {
    const std::vector<std::string_view> operands = split(instruction.substr(opcode_end), ',');
    const std::optional<std::int64_t> bytes = operands.size() > 2 ? number(operands[2]) : std::nullopt;
    return bytes ? fmt::format("cp.async {}", *bytes) : "other";
  }
  if (name == "ld" || name == "st") return kind_of_move(words);
  return "other";
}

PtxCounts count_instructions(std::string_view ptx) {
  PtxCounts counts;
  const std::string text = without_comments(ptx);
  for (const std::string_view statement : split(text, ';')) {
    const std::string_view instruction = bare_instruction(statement);
    if (instruction.empty() || instruction.front() == '.') continue;  // a directive
    ++counts[instruction_kind(instruction)];
  }
  return counts;
}

}  // namespace tilewright::kernels
