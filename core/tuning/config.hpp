#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tilewright {

/// What a parameter can be set to.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// `true`, `64`, `0.5` or `text`; a real always shows a point or an exponent, so that 2.0 and 2 differ.
[[nodiscard]] std::string to_text(const Value& value);

/// An ordered list of named values: one point of a space, or the key of a problem.
///
/// Names are distinct and not empty, and no value is NaN. Copies share names and values until one of them is `set`, so
/// that a copy costs little however many parameters there are; they may be read in several threads at once. What was
/// moved from can be assigned to and destroyed, and nothing else.
class Config {
 public:
  using Names = std::vector<std::string>;

  Config() : Config(std::make_shared<const Names>(), {}) {}
  Config(const Config& other) : content_(other.is_own_ ? std::make_shared<Content>(*other.content_) : other.content_) {}
  Config(Config&&) noexcept = default;
  Config& operator=(const Config& other) { return *this = Config(other); }
  Config& operator=(Config&&) noexcept = default;
  ~Config() = default;

  /// Throws `Error` for an empty or repeated name and for NaN.
  Config(std::initializer_list<std::pair<std::string, Value>> entries);

  /// Takes names that are known to be distinct (a space's); `names` and `values` have the same length.
  Config(std::shared_ptr<const Names> names, std::vector<Value> values);

  [[nodiscard]] std::size_t size() const { return content_->values.size(); }
  [[nodiscard]] const Names& names() const { return *content_->names; }
  [[nodiscard]] const std::vector<Value>& values() const { return content_->values; }

  /// Null when there is no such name.
  [[nodiscard]] const Value* find(std::string_view name) const;

  /// The value of that name. Each throws `Error`, naming what is there, for an unknown name or another type.
  [[nodiscard]] const Value& at(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;  ///< takes an integer too
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;

  /// Replaces the value at a position less than `size()`.
  void set(std::size_t position, const Value& value) {
    if (!is_own_) make_own();
    Value& target = content_->values[position];
    auto* to = std::get_if<std::int64_t>(&target);
    const auto* from = std::get_if<std::int64_t>(&value);
    // Spaces of millions are walked by this: the common case without the variant's general assignment.
    if (to != nullptr && from != nullptr)
      *to = *from;
    else
      target = value;
  }

  /// Whether both were made from one list of names, so that positions found for one hold for the other.
  [[nodiscard]] bool shares_names_with(const Config& other) const { return content_->names == other.content_->names; }

  [[nodiscard]] bool operator==(const Config& other) const;

  /// Value by value in order of the parameters, then by names.
  [[nodiscard]] std::partial_ordering operator<=>(const Config& other) const;

 private:
  struct Content {
    std::shared_ptr<const Names> names;
    std::vector<Value> values;
  };

  void make_own();

  std::shared_ptr<Content> content_;
  bool is_own_ = false;  // no copy shares the content, and none will: it may be written to
};

/// `BM=128 BN=256 ...`, in order.
[[nodiscard]] std::string to_text(const Config& config);

}  // namespace tilewright
