#include "cli/terminal.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace tilewright::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

report::Style stdout_style() {
  const bool wanted = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return {.colour = wanted && ::isatty(STDOUT_FILENO) == 1};
}

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void complain(std::string_view message) {
  std::string line = "tilewright: " + std::string(message);
  const auto is_control = [](char character) {
    return static_cast<unsigned char>(character) < 0x20 || character == 0x7F;
  };
  std::ranges::replace_if(line, is_control, '?');
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace tilewright::cli
