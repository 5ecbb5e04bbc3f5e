#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/formats/detail/refusals.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

/// More refused records than that make no list that anyone reads.
constexpr std::size_t kMostRefusals = 10'000;

}  // namespace

void refuse_file(std::string_view source, std::string_view what) {
  throw Error(ErrorKind::bad_file, fmt::format("{}: {}", source, what));
}

std::string to_text(const Refusal& refusal, std::string_view source) {
  if (refusal.line == 0) return fmt::format("{}: {}", source, refusal.text);
  return fmt::format("{}:{}: {}", source, refusal.line, refusal.text);
}

void Refusals::add(std::size_t line, std::string text) {
  refused_.push_back({line, std::move(text)});
  if (refused_.size() > kMostRefusals)
    refuse_file(source_, fmt::format("over {} records are refused; is it what it seems? The first: line {}: {}",
                                     kMostRefusals, refused_.front().line, refused_.front().text));
}

std::vector<Refusal> Refusals::take() && {
  std::ranges::stable_sort(refused_, {}, &Refusal::line);
  return std::move(refused_);
}

}  // namespace tilewright::formats
