#pragma once

#include <optional>
#include <string>

namespace tilewright::cli {

/// Where gnuplot is, by PATH.
[[nodiscard]] std::optional<std::string> find_gnuplot();

/// How to get it.
inline constexpr const char* kGnuplotAdvice = "apt install gnuplot-nox";

/// What gnuplot writes to its standard output for `script`, which it reads from its standard input. Throws `Error`
/// (not_available) with its first words when it fails.
[[nodiscard]] std::string run_gnuplot(const std::string& program, const std::string& script);

}  // namespace tilewright::cli
