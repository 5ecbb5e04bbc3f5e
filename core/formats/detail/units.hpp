#pragma once

#include <optional>
#include <string_view>

namespace tilewright::formats {

/// A time in milliseconds, from a unit as tools spell it: `ns`, `usecond`, `Microseconds`, `miliseconds`, `s`, ...
/// Nothing for another unit.
[[nodiscard]] std::optional<double> in_ms(double time, std::string_view unit);

/// An amount in bytes, from `byte`, `Kbyte`, `Mbyte`, `Gbyte` or `Tbyte`, which Nsight Compute counts by thousands.
[[nodiscard]] std::optional<double> in_bytes(double amount, std::string_view unit);

/// Whether `in_ms` knows the unit.
[[nodiscard]] bool is_time_unit(std::string_view unit);

}  // namespace tilewright::formats
