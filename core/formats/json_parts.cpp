#include <fmt/format.h>

#include <algorithm>

#include "core/formats/detail/cursor.hpp"
#include "core/formats/detail/json.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

/// The member or element that the cursor stands on; the cursor then stands behind it.
JsonPart take_json_part(bool is_object, Cursor& cursor) {
  const std::string_view text = cursor.text();
  JsonPart part{.line = cursor.line()};
  if (is_object) part.key = take_name(cursor);
  if (cursor.at_end() || cursor.byte() == ',' || cursor.byte() == '}' || cursor.byte() == ']')
    throw RecordFault("a value is missing");
  const std::size_t begin = cursor.position();
  const std::size_t end = json_end(text, begin);
  part.cut = end == text.npos;
  part.value = text.substr(begin, part.cut ? text.npos : end - begin);
  cursor.move_to(part.cut ? text.size() : end);
  return part;
}

}  // namespace

std::string take_name(Cursor& cursor) {
  const std::string_view rest = cursor.text().substr(cursor.position());
  if (!rest.starts_with('"')) throw RecordFault(fmt::format("{} where a name is expected", shown(rest.substr(0, 20))));
  const std::size_t end = json_end(rest, 0);
  const Json name = parse_json(rest.substr(0, end));
  cursor.move_to(cursor.position() + end);
  cursor.skip_any_of(kJsonSpaces);
  if (cursor.byte() != ':')
    throw RecordFault(fmt::format("{} is not followed by a ':'", shown(name.get_ref<const std::string&>())));
  cursor.move_to(cursor.position() + 1);
  cursor.skip_any_of(kJsonSpaces);
  return name.get<std::string>();
}

std::size_t for_each_part(std::string_view text, std::size_t line, Refusals& refusals,
                          const std::function<bool(const JsonPart&)>& visit) {
  const bool is_object = text.starts_with('{');
  if (!is_object && !text.starts_with('[')) refusals.add(line, "an object or an array is expected");
  if (!is_object && !text.starts_with('[')) return text.size();
  Cursor cursor(text, line);
  cursor.move_to(1);
  bool goes_on = true;
  while (goes_on) {
    cursor.skip_any_of(kJsonSeparators);
    if (cursor.at_end()) refusals.add(cursor.line(), "the file ends early");
    if (cursor.at_end() || cursor.byte() == '}' || cursor.byte() == ']') return cursor.position() + 1;
    const std::size_t part_line = cursor.line();
    try {
      const JsonPart part = take_json_part(is_object, cursor);
      goes_on = visit(part) && !part.cut;
    } catch (const RecordFault& fault) {
      refusals.add(part_line, fault.what());
      goes_on = false;
    }
  }
  return text.size();
}

void for_each_element(const JsonPart& part, Refusals& refusals,
                      const std::function<void(const Json&, std::size_t line)>& read) {
  for_each_part(part.value, part.line, refusals, [&](const JsonPart& element) {
    refusals.guard(element.line, [&] {
      if (element.cut) throw RecordFault("the file ends within this record");
      read(parse_json(element.value), element.line);
    });
    return true;
  });
}

JsonFile::JsonFile(std::string_view text, std::span<const std::string_view> names, Refusals& refusals,
                   std::size_t first_line) {
  const std::size_t begin = std::min(text.find_first_not_of(kJsonSpaces), text.size());
  const std::size_t line = first_line + count_lines(text.substr(0, begin));
  const std::size_t end = for_each_part(text.substr(begin), line, refusals, [&](const JsonPart& part) {
    if (std::ranges::find(names, part.key) == names.end()) {
      if (part.cut) throw RecordFault(fmt::format("the file ends within field {}", shown(part.key)));
      return true;
    }
    if (find(part.key) != nullptr) throw RecordFault(fmt::format("field '{}' is there twice", part.key));
    parts_.push_back(part);
    return true;
  });
  const std::string_view rest = trimmed(text.substr(std::min(begin + end, text.size())));
  if (!rest.empty())
    refusals.add(line + count_lines(text.substr(begin, end)), fmt::format("{} after the end", shown(rest)));
}

const JsonPart* JsonFile::find(std::string_view name) const {
  const auto found = std::ranges::find(parts_, name, &JsonPart::key);
  return found == parts_.end() ? nullptr : &*found;
}

Json JsonFile::value(std::string_view name) const {
  const JsonPart* part = find(name);
  return part == nullptr ? Json() : parse_json(part->value);
}

}  // namespace tilewright::formats
