#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/tuning/backend.hpp"

namespace tilewright::formats {

struct Invalidity {
  std::string_view word;
  FailureKind kind;
};

/// Why a T4 result is not valid.
inline constexpr std::array<Invalidity, 5> kInvalidities{{{"compile", FailureKind::compile},
                                                          {"runtime", FailureKind::launch},
                                                          {"timeout", FailureKind::timeout},
                                                          {"constraints", FailureKind::resources},
                                                          {"correctness", FailureKind::wrong_result}}};

struct T4Time {
  std::string_view t4;
  std::string_view fact;
};

/// Members of `times` that have another name in a recording; both spellings of the first occur.
inline constexpr std::array<T4Time, 6> kT4Times{{{"compilation_time", "compile_ms"},
                                                 {"compilation", "compile_ms"},
                                                 {"framework", "framework_ms"},
                                                 {"search_algorithm", "strategy_ms"},
                                                 {"validation", "verification_ms"},
                                                 {"benchmark", "benchmark_ms"}}};

/// The name in a recording of a member of `times`.
[[nodiscard]] std::string t4_fact_name(std::string_view t4_name);

}  // namespace tilewright::formats
