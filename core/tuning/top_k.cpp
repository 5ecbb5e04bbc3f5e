#include "core/tuning/top_k.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/error.hpp"

namespace tilewright {
namespace {

Error out_of_range(std::string_view text) {
  return {
      ErrorKind::bad_argument,
      fmt::format("top-k '{}' is not possible; give an integer from 1 (a count), a decimal in (0, 1] (a fraction of "
                  "the survivors), or 'all'",
                  text)};
}

template <typename Number>
std::optional<Number> whole_number_of(std::string_view text) {
  Number number{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

TopK TopK::count(std::size_t count) {
  if (count == 0) throw out_of_range("0");
  return TopK(count);
}

TopK TopK::fraction(double fraction) {
  const bool possible = fraction > 0 && fraction <= 1;  // false for NaN
  if (!possible) throw out_of_range(fmt::format("{}", fraction));
  return TopK(fraction);
}

std::size_t TopK::of(std::size_t survivors) const {
  if (survivors == 0) return 0;
  if (const std::size_t* count = std::get_if<std::size_t>(&amount_)) return std::min(*count, survivors);
  const double share = std::get<double>(amount_) * static_cast<double>(survivors);
  return std::clamp(static_cast<std::size_t>(std::floor(share + 1e-9)), std::size_t{1}, survivors);
}

std::string TopK::to_text() const {
  if (const std::size_t* count = std::get_if<std::size_t>(&amount_)) return fmt::format("{}", *count);
  const double fraction = std::get<double>(amount_);
  return fraction == 1.0 ? "all" : fmt::format("{}", fraction);
}

TopK parse_top_k(std::string_view text) {
  if (text == "all") return TopK::all();
  if (const auto count = whole_number_of<std::size_t>(text); count && *count > 0) return TopK::count(*count);
  const bool decimal = text.find_first_of(".eE") != std::string_view::npos;
  if (const auto fraction = whole_number_of<double>(text); decimal && fraction && *fraction > 0 && *fraction <= 1)
    return TopK::fraction(*fraction);
  throw out_of_range(text);
}

}  // namespace tilewright
