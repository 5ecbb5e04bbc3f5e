#pragma once

#include <string_view>

#include "cli/backends.hpp"
#include "sim/fault.hpp"

namespace tilewright::cli {

void declare_fake_measure_flags(Flags& flags);

/// Throws `Error` for a flag out of range.
[[nodiscard]] Measured make_fake_measure(const GemmRequest& gemm, const Flags& flags);

/// `KIND` or `KIND:NAME=VALUE,NAME=VALUE,...`. Throws `Error` for a kind that does not exist, and for names and values
/// that `space` does not have: they could never meet a config.
[[nodiscard]] sim::Fault parse_fault(std::string_view text, const Space& space);

}  // namespace tilewright::cli
