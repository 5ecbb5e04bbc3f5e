#include "tests/structure/layering.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "tests/structure/layering_rules.hpp"

namespace tilewright::structure {
namespace {

bool begins_with_any(std::string_view text, const Texts& beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

bool applies(const Ban& ban, std::string_view path) {
  const auto is_in_path = [&](std::string_view part) { return path.find(part) != path.npos; };
  const auto ends_path = [&](std::string_view ending) { return path.ends_with(ending); };
  return (ban.where.empty() || begins_with_any(path, ban.where)) &&
         (ban.endings.empty() || std::ranges::any_of(ban.endings, ends_path)) &&
         std::ranges::none_of(ban.but_not, is_in_path);
}

/// What stands between the quotes or brackets of an include; empty for any other line.
std::string_view included(std::string_view line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == line.npos || line[hash] != '#' || line.find("include") == line.npos) return {};
  const std::size_t begin = line.find_first_of("<\"");
  const std::size_t end = line.find_first_of(">\"", begin + 1);
  return begin == line.npos || end == line.npos ? std::string_view{} : line.substr(begin + 1, end - begin - 1);
}

/// The line without its comment and without what stands in its string literals.
std::string code_of(std::string_view line) {
  std::string code;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (in_text && line[i] == '\\') {
      ++i;
    } else if (line.substr(i).starts_with("'\"'")) {
      i += 2;
    } else if (line[i] == '"') {
      in_text = !in_text;
      code += ' ';
    } else if (!in_text && line.substr(i).starts_with("//")) {
      break;
    } else if (!in_text) {
      code += line[i];
    }
  }
  return code;
}

std::set<std::string, std::less<>> words_of(std::string_view line) {
  std::set<std::string, std::less<>> words;
  std::string word;
  for (const char c : code_of(line) + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

/// Why a file of `room` may not include `name`; empty when it may. Names with a slash in quotes are the project's, and
/// so are those that an installed header is included by.
std::string include_fault(const Room& room, std::string_view line, std::string_view name) {
  constexpr std::string_view kInstalled = "tilewright/";
  const bool installed = name.starts_with(kInstalled);
  if (!installed && line.find('"') == line.npos) return {};
  const std::string_view own = installed ? name.substr(kInstalled.size()) : name;
  return begins_with_any(own, room.may_include) ? std::string{} : "includes " + std::string(own);
}

void check_line(std::string_view path, const Room& room, std::string_view line, std::vector<std::string>& faults) {
  const std::string_view name = included(line);
  if (!name.empty()) {
    if (std::string fault = include_fault(room, line, name); !fault.empty()) faults.push_back(std::move(fault));
  }
  const auto words = words_of(line);
  for (const Ban& ban : kBans) {
    if (!applies(ban, path)) continue;
    if (!name.empty() && begins_with_any(name, ban.includes))
      faults.push_back("includes " + std::string(name) + ": " + std::string(ban.reason));
    for (const std::string_view word : ban.words)
      if (words.contains(word)) faults.push_back("uses " + std::string(word) + ": " + std::string(ban.reason));
  }
}

}  // namespace

std::vector<std::string> violations(std::string_view path, std::string_view text) {
  const auto room = std::ranges::find_if(kRooms, [&](const Room& each) { return path.starts_with(each.prefix); });
  if (room == kRooms.end()) return {std::string(path) + ":1: is in no room of DESIGN.md"};

  std::vector<std::string> result;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string> faults;
    check_line(path, *room, text.substr(0, end), faults);
    for (const std::string& fault : faults)
      result.push_back(std::string(path) + ":" + std::to_string(number) + ": " + fault);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::vector<std::string> source_files(const std::filesystem::path& root) {
  const std::set<std::string> endings = {".hpp", ".cpp", ".cuh", ".cu"};
  std::vector<std::string> files;
  for (const auto* room : {"core", "sim", "kernels", "backends", "cli", "examples", "tests"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / room))
      if (entry.is_regular_file() && endings.contains(entry.path().extension().string()))
        files.push_back(std::filesystem::relative(entry.path(), root).generic_string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace tilewright::structure
