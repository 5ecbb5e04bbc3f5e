#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/detail/refusals.hpp"
#include "core/tuning/config.hpp"

namespace tilewright::formats {

using Json = nlohmann::ordered_json;

/// Parses one value. NaN, Infinity and -Infinity, which Python writes, become texts. Throws `RecordFault` for what is
/// not JSON, a repeated name or over 2,000 names in an object, and more than 64 levels.
[[nodiscard]] Json parse_json(std::string_view text);

/// Where the value that starts at `begin` ends, by its brackets and quotes only: one past its last byte, or npos when
/// the text ends within it. A line break ends a text, so that one that is not closed spoils its own line only.
///
/// `stop` is asked at the start of every line within a bracket, and true gives npos: the value was cut off there.
[[nodiscard]] std::size_t json_end(std::string_view text, std::size_t begin,
                                   const std::function<bool(std::size_t line_begin)>& stop = nullptr);

/// A member of an object or an element of an array, as text.
struct JsonPart {
  std::string key = {};  ///< empty for an element
  std::string_view value = {};
  std::size_t line = 0;  ///< where it starts
  bool cut = false;      ///< whether the text ends within it
};

/// Walks over the members or elements of the container that `text` begins with, which is not parsed: it may be large,
/// cut off, or broken in a member. `visit` returns whether to go on. What cannot be a member is refused and ends the
/// walk. `line` is that of the text's start. Returns the position behind the container, at most the text's size when it
/// was not walked to its end.
std::size_t for_each_part(std::string_view text, std::size_t line, Refusals& refusals,
                          const std::function<bool(const JsonPart&)>& visit);

/// Calls `read` with each element of the array `part` that is complete, parsed; refuses others, and those for which
/// `read` throws `RecordFault`.
void for_each_element(const JsonPart& part, Refusals& refusals,
                      const std::function<void(const Json&, std::size_t line)>& read);

/// The members of the one object that a file is.
class JsonFile {
 public:
  /// Keeps the members of these names; their values stay parts of `text`, which starts in `line`.
  JsonFile(std::string_view text, std::span<const std::string_view> names, Refusals& refusals, std::size_t line = 1);

  /// Null when there is no such member.
  [[nodiscard]] const JsonPart* find(std::string_view name) const;

  /// Parsed; null when there is no such member. Throws `RecordFault` when it is not JSON.
  [[nodiscard]] Json value(std::string_view name) const;

 private:
  std::vector<JsonPart> parts_ = {};
};

/// The member `name` of an object; null when it has none, or is no object.
[[nodiscard]] const Json* find(const Json& object, std::string_view name);

/// Each throws `RecordFault`, naming the field, when it is missing or of another type.
[[nodiscard]] const Json& member(const Json& object, std::string_view name);
[[nodiscard]] std::string text_member(const Json& object, std::string_view name);
[[nodiscard]] double number_member(const Json& object, std::string_view name);  ///< may be infinite or NaN

/// The text of a member; empty when it is missing or no text.
[[nodiscard]] std::string text_or_empty(const Json& object, std::string_view name);

/// A number, also one that `parse_json` made a text: may be infinite or NaN. Nothing for other values.
[[nodiscard]] std::optional<double> number_of(const Json& value);

/// A value for a config: null and what is nested become their JSON text.
[[nodiscard]] Value value_of(const Json& value);

/// The numbers of an array; nothing when it is none, or holds something else or what is not finite.
[[nodiscard]] std::optional<std::vector<double>> numbers_of(const Json& value);

/// A JSON value for a config's: what is not finite becomes a text.
[[nodiscard]] Json to_json(const Value& value);
[[nodiscard]] Json to_json(const Config& config);

}  // namespace tilewright::formats
