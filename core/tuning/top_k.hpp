#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace tilewright {

/// How many of the configs that survived pruning are timed: a count, a fraction of them, or all.
class TopK {
 public:
  /// `count` from 1; throws `Error` otherwise.
  [[nodiscard]] static TopK count(std::size_t count);

  /// `fraction` in (0, 1]; throws `Error` otherwise, for NaN too.
  [[nodiscard]] static TopK fraction(double fraction);

  [[nodiscard]] static TopK all() { return fraction(1.0); }

  /// How many of `survivors` that is: 0 for 0, else from 1 to `survivors`. A fraction is rounded down, as
  /// triton.autotune does, with 1e-9 of a config forgiven, so that 0.29 of 100 is 29.
  [[nodiscard]] std::size_t of(std::size_t survivors) const;

  /// As it is typed: `8`, `0.25`, `all`.
  [[nodiscard]] std::string to_text() const;

 private:
  explicit TopK(std::variant<std::size_t, double> amount) : amount_(amount) {}

  std::variant<std::size_t, double> amount_;
};

/// An integer from 1 is a count, a decimal in (0, 1] a fraction, `all` is all; throws `Error` for anything else.
/// `1` is one config, `1.0` is all of them.
[[nodiscard]] TopK parse_top_k(std::string_view text);

}  // namespace tilewright
