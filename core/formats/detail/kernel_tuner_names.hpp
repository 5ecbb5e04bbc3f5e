#pragma once

#include <array>
#include <string_view>

namespace tilewright::formats {

struct FactName {
  std::string_view kernel_tuner;
  std::string_view fact;
};

/// Fields of Kernel Tuner that have another name in a recording: all times there are milliseconds.
inline constexpr std::array<FactName, 6> kFactNames{{{"compile_time", "compile_ms"},
                                                     {"verification_time", "verification_ms"},
                                                     {"benchmark_time", "benchmark_ms"},
                                                     {"strategy_time", "strategy_ms"},
                                                     {"framework_time", "framework_ms"},
                                                     {"num_regs", "registers"}}};

/// The name in a recording of a field of Kernel Tuner.
[[nodiscard]] std::string_view fact_name(std::string_view kernel_tuner_name);

}  // namespace tilewright::formats
