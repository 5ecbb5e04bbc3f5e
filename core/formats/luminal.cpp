#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/formats/detail/log_text.hpp"
#include "core/formats/detail/luminal_profile.hpp"
#include "core/formats/detail/named_values.hpp"
#include "core/formats/detail/readers.hpp"
#include "core/formats/detail/refusals.hpp"
#include "core/formats/detail/text.hpp"

namespace tilewright::formats {
namespace {

/// Takes `START` off a text; whether it was there.
bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

std::int64_t take_integer(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const Value value = parse_value(text.substr(0, end));
  text.remove_prefix(end);
  if (const auto* const integer = std::get_if<std::int64_t>(&value)) return *integer;
  throw RecordFault(fmt::format("{} where an integer is expected", shown(text)));
}

/// `3 ms 208 us` or `208 us`, with the Greek letter or the sign for micro.
double take_time_ms(std::string_view& text) {
  std::int64_t number = take_integer(text);
  double time_ms = 0;
  if (take(text, " ms ")) {
    time_ms = static_cast<double>(number);
    number = take_integer(text);
  }
  if (!take(text, " us") && !take(text, " \u00B5s") && !take(text, " \u03BCs"))
    throw RecordFault(fmt::format("{} where a time in ms and us is expected", shown(text)));
  return time_ms + static_cast<double>(number) / 1000;
}

/// The text up to the bracket that closes.
std::string take_bracket(std::string_view& text) {
  const std::size_t end = text.find(']');
  if (end == text.npos) throw RecordFault("a bracket is not closed");
  std::string inside(text.substr(0, end));
  text.remove_prefix(end + 1);
  return inside;
}

/// A candidate that was the best so far.
struct Candidate {
  Row row = {};
  std::vector<std::pair<std::string, Value>> facts = {};
  std::int64_t slower_after = 0;
};

/// `3 ms 208 us | [KRN: 12 HOST: 2]`, which names of operations may follow.
Candidate candidate_of(std::string_view text, std::size_t line) {
  if (!is_utf8(text)) throw RecordFault("it is not UTF-8");
  Candidate candidate{.row = {.time_ms = take_time_ms(text), .line = line}};
  candidate.row.samples_ms = {*candidate.row.time_ms};
  if (!take(text, " | [KRN: ")) throw RecordFault(fmt::format("{} where | [KRN: is expected", shown(text)));
  candidate.facts.emplace_back("kernels", take_integer(text));
  if (!take(text, " HOST: ")) throw RecordFault(fmt::format("{} where HOST: is expected", shown(text)));
  candidate.facts.emplace_back("host_ops", take_integer(text));
  static_cast<void>(take_bracket(text));
  if (take(text, " [Kernels: ")) candidate.facts.emplace_back("kernel_names", take_bracket(text));
  if (take(text, " [Hosts: ")) candidate.facts.emplace_back("host_names", take_bracket(text));
  return candidate;
}

/// The candidates of one search after the other. Those that were slower than the best are only counted.
class SearchReader {
 public:
  explicit SearchReader(Recordings& recordings) : recordings_(recordings) {}

  void read(std::string_view text, std::size_t line) {
    if (take(text, "Slower x")) {
      const std::int64_t slower = take_integer(text);
      if (best_) best_->slower_after = slower;
      return;
    }
    const bool starts = take(text, "Start ");
    if (!starts && !take(text, "Faster ")) return;
    if (text.empty() || text.front() < '0' || text.front() > '9') return;  // a sentence of some program
    Candidate candidate = candidate_of(text, line);
    finish();
    const bool is_first = starts || searches_ == 0;
    searches_ += is_first ? 1 : 0;
    position_ = is_first ? 0 : position_ + 1;
    candidate.row.config = {{"candidate", position_}};
    best_ = std::move(candidate);
  }

  /// Files the candidate of which all is read.
  void finish() {
    if (!best_) return;
    NamedValues facts(facts_);
    facts.add("slower_after", best_->slower_after);
    for (auto& [name, value] : best_->facts) facts.add(name, std::move(value));
    best_->row.facts = std::move(facts).take();
    const Config about{{"time", "mean of 3 host wall times"}};
    recordings_.of("search", "", {{"search", searches_}}, about).rows.push_back(std::move(best_->row));
    best_.reset();
  }

 private:
  Recordings& recordings_;
  std::optional<Candidate> best_ = {};
  std::int64_t searches_ = 0;
  std::int64_t position_ = 0;
  NameCache facts_ = {};
};

}  // namespace

Reading read_luminal(std::string_view text, std::string_view source) {
  Refusals refusals(source);
  Recordings recordings(Format::luminal);
  SearchReader search(recordings);
  LuminalProfileReader profile(recordings);
  for_each_log_line(text, [&](std::string_view line, std::size_t number) {
    refusals.guard(number, [&] { is_luminal_profile(line) ? profile.read(line, number) : search.read(line, number); });
    return true;
  });
  search.finish();
  return {.format = Format::luminal, .recordings = std::move(recordings).take(), .refused = std::move(refusals).take()};
}

}  // namespace tilewright::formats
