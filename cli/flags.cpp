#include "cli/flags.hpp"

#include <fmt/format.h>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <sstream>

#include "cli/numbers.hpp"
#include "core/error.hpp"

namespace tilewright::cli {
namespace {

namespace po = boost::program_options;

constexpr unsigned kLineWidth = 110;

// Full names only: what a shortened name means would change when a flag is added. No short flags either, so that
// "-1" is a value.
constexpr int kStyle = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent |
                       po::command_line_style::long_allow_next;

Error wrong_use(const Usage& usage, std::string_view what) {
  return {ErrorKind::bad_argument, fmt::format("{}; see `tilewright {} --help`", what, usage.command)};
}

/// What Boost takes without a word: arguments without a flag, and a flag where a value should be.
void check(const po::option& option, const Usage& usage) {
  if (option.position_key != -1 && !usage.arguments.empty()) return;
  if (option.position_key != -1)
    throw wrong_use(usage,
                    fmt::format("argument '{}' belongs to no flag", option.value.empty() ? "" : option.value[0]));
  for (const std::string& value : option.value)
    if (value.empty() || value.starts_with("--"))
      throw wrong_use(usage, fmt::format("--{} has no value but '{}'", option.string_key, value));
}

}  // namespace

Flags::Flags(Usage usage) : usage_(std::move(usage)), declared_("flags", kLineWidth, kLineWidth / 2) {
  toggle("help", "this text");
}

Flags& Flags::value(const std::string& name, const std::string& placeholder, const std::string& help) {
  declared_.add_options()(name.c_str(), po::value<std::string>()->value_name(placeholder), help.c_str());
  return *this;
}

Flags& Flags::value(const std::string& name, const std::string& placeholder, const std::string& help,
                    const std::string& otherwise) {
  declared_.add_options()(name.c_str(), po::value<std::string>()->value_name(placeholder)->default_value(otherwise),
                          help.c_str());
  return *this;
}

Flags& Flags::list(const std::string& name, const std::string& placeholder, const std::string& help) {
  declared_.add_options()(name.c_str(), po::value<std::vector<std::string>>()->composing()->value_name(placeholder),
                          help.c_str());
  return *this;
}

Flags& Flags::toggle(const std::string& name, const std::string& help) {
  declared_.add_options()(name.c_str(), po::bool_switch(), help.c_str());
  return *this;
}

void Flags::parse(const std::vector<std::string>& arguments) {
  try {
    po::parsed_options parsed = po::command_line_parser(arguments).options(declared_).style(kStyle).run();
    for (const po::option& option : parsed.options) {
      check(option, usage_);
      if (option.position_key != -1) arguments_.push_back(option.value.empty() ? "" : option.value[0]);
    }
    std::erase_if(parsed.options, [](const po::option& option) { return option.position_key != -1; });
    po::store(parsed, given_);
  } catch (const po::error& fault) {
    throw wrong_use(usage_, fault.what());
  }
}

std::string Flags::help() const {
  std::ostringstream flags;
  flags << declared_;
  return fmt::format("tilewright {}{}{}: {}\n\n{}\n{}{}Example:\n  {}\n", usage_.command,
                     usage_.arguments.empty() ? "" : " ", usage_.arguments, usage_.summary, flags.str(), usage_.notes,
                     usage_.notes.empty() ? "" : "\n", usage_.example);
}

std::optional<std::string> Flags::optional_text(const std::string& name) const {
  return given(name) ? std::optional(text(name)) : std::nullopt;
}

std::vector<std::string> Flags::texts(const std::string& name) const {
  return given(name) ? given_[name].as<std::vector<std::string>>() : std::vector<std::string>();
}

std::int64_t Flags::integer(const std::string& name, std::int64_t least, std::int64_t most) const {
  return parse_integer(name, text(name), least, most);
}

double Flags::real(const std::string& name, double least, double most) const {
  return parse_real(name, text(name), least, most);
}

}  // namespace tilewright::cli
