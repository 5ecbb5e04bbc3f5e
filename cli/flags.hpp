#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::cli {

/// What `--help` says around the list of flags.
struct Usage {
  std::string command;
  std::string summary;
  std::string notes;           ///< lines; may be empty
  std::string example;         ///< a command line that works as it stands
  std::string arguments = {};  ///< what the arguments without a flag are, as `FILE...`; none are taken when empty
};

/// The flags of one command: declared first, then parsed, then asked for. Each is given by its full name, once.
class Flags {
 public:
  explicit Flags(Usage usage);

  Flags& value(const std::string& name, const std::string& placeholder, const std::string& help);
  Flags& value(const std::string& name, const std::string& placeholder, const std::string& help,
               const std::string& otherwise);
  Flags& list(const std::string& name, const std::string& placeholder, const std::string& help);
  Flags& toggle(const std::string& name, const std::string& help);

  /// Throws `Error` for a flag that is unknown, shortened, repeated or without its value, and for arguments that
  /// belong to no flag.
  void parse(const std::vector<std::string>& arguments);

  [[nodiscard]] bool help_asked() const { return on("help"); }
  [[nodiscard]] std::string help() const;

  [[nodiscard]] bool given(const std::string& name) const { return given_.count(name) > 0; }
  [[nodiscard]] bool on(const std::string& name) const { return given_[name].as<bool>(); }
  [[nodiscard]] const std::string& text(const std::string& name) const { return given_[name].as<std::string>(); }
  [[nodiscard]] std::optional<std::string> optional_text(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& name) const;

  /// Whether it stands in the command line; a default does not.
  [[nodiscard]] bool typed(const std::string& name) const { return given(name) && !given_[name].defaulted(); }

  /// Those without a flag, in their order.
  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }

  /// As `parse_integer` and `parse_real`.
  [[nodiscard]] std::int64_t integer(const std::string& name, std::int64_t least, std::int64_t most) const;
  [[nodiscard]] double real(const std::string& name, double least, double most) const;

 private:
  Usage usage_;
  boost::program_options::options_description declared_;
  boost::program_options::variables_map given_;
  std::vector<std::string> arguments_;
};

}  // namespace tilewright::cli
