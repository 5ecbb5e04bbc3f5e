#include "core/tuning/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/transform.hpp>

#include "core/error.hpp"
#include "core/tuning/rule_grammar.hpp"
#include "core/tuning/rule_keys.hpp"
#include "core/tuning/rule_ties.hpp"
#include "core/tuning/rule_why.hpp"

namespace tilewright {
namespace {

Decision decide(const std::string& name, const rules::RuleSpec& rule, std::span<const Contender> contenders) {
  rules::check_contenders(name, rule.keys, contenders);
  const std::size_t fastest = rules::fastest_of(contenders);
  std::vector<std::size_t> tied = rules::tied_with(fastest, contenders, rule.ties);
  const std::size_t pick = rules::first_by(rule.keys, contenders, tied);
  std::string why = rules::why(rule, {contenders, fastest, tied, pick});
  return {pick, std::move(tied), std::move(why)};
}

Error unusable_parameter(const Rule& rule, std::string_view parameter, std::string_view what, const Space& space) {
  const auto names = space.parameters() | ranges::views::transform(&Parameter::name) | ranges::to_vector;
  return {ErrorKind::bad_argument,
          fmt::format("rule '{}' orders by '{}', {}; give {} or a parameter with numbers, of: {}", rule.name, parameter,
                      what, rules::kKeyForms, names.empty() ? "none" : fmt::to_string(fmt::join(names, ", ")))};
}

}  // namespace

Rule parse_rule(std::string_view text) {
  rules::RuleSpec spec = rules::parse(text);
  std::vector<std::string> parameters =
      spec.keys | ranges::views::filter([](const rules::Key& key) { return key.kind == rules::KeyKind::parameter; }) |
      ranges::views::transform(&rules::Key::name) | ranges::to_vector;
  const std::string name(text);
  return {.name = name,
          .decide = [name, spec = std::move(spec)](
                        std::span<const Contender> contenders) { return decide(name, spec, contenders); },
          .parameters = std::move(parameters)};
}

Rule default_rule() { return parse_rule("t3"); }

void check_rule(const Rule& rule, const Space& space) {
  for (const std::string& name : rule.parameters) {
    const Parameter* parameter = space.find(name);
    if (parameter == nullptr) throw unusable_parameter(rule, name, "which the space lacks", space);
    const auto text = ranges::find_if(parameter->values,
                                      [](const Value& value) { return std::holds_alternative<std::string>(value); });
    if (text != parameter->values.end())
      throw unusable_parameter(rule, name, fmt::format("which has the text '{}' as a value", to_text(*text)), space);
  }
}

}  // namespace tilewright
