#include "core/store/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tilewright::store {
namespace {

std::optional<Value> value_in(const Config& config, const std::string& name) {
  const Value* const found = config.find(name);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::string text_of(const std::optional<Value>& value) { return value ? to_text(*value) : "nothing"; }

}  // namespace

std::vector<Difference> differences(const Config& theirs, const Config& ours) {
  std::vector<Difference> found;
  const auto compare = [&](const std::string& name) {
    auto there = value_in(theirs, name);
    auto here = value_in(ours, name);
    if (there != here) found.push_back({name, std::move(there), std::move(here)});
  };
  for (const std::string& name : ours.names()) compare(name);
  for (const std::string& name : theirs.names())
    if (ours.find(name) == nullptr) compare(name);
  return found;
}

std::optional<std::size_t> nearest(std::span<const Config> contexts, const Config& wanted) {
  std::optional<std::size_t> best;
  std::size_t fewest = 0;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    const std::size_t count = differences(contexts[i], wanted).size();
    if (best && count > fewest) continue;
    best = i;
    fewest = count;
  }
  return best;
}

std::string miss_text(const Config& nearest, const Config& wanted) {
  constexpr std::size_t kMostShown = 3;
  const std::vector<Difference> found = differences(nearest, wanted);
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostShown, found.size()); ++i)
    text += fmt::format("{}{}: {}, here {}", i == 0 ? "" : "; ", found[i].name, text_of(found[i].theirs),
                        text_of(found[i].ours));
  if (found.size() > kMostShown) text += fmt::format("; and {} more", found.size() - kMostShown);
  return "no measurements: the nearest entry differs in " + text;
}

}  // namespace tilewright::store
