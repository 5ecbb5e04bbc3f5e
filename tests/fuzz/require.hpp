#pragma once

#include <cstdio>
#include <cstdlib>

namespace tilewright::fuzz {

/// Ends the fuzzer, which keeps the input as a finding, unless the condition is met.
inline void require(bool met, const char* what) {
  if (met) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

}  // namespace tilewright::fuzz
