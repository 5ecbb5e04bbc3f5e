#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "core/formats/detail/units.hpp"

namespace tilewright::formats {
namespace {

/// Multiplied by one, then divided by the other: each is exact, so that the result is rounded once.
struct Scale {
  double times = 1;
  double over = 1;
};

struct Unit {
  std::string_view name;
  Scale scale;
};

constexpr Scale kNano{1, 1e6};
constexpr Scale kMicro{1, 1e3};
constexpr Scale kMilli{1, 1};
constexpr Scale kWhole{1e3, 1};

/// In small letters. "miliseconds" is how T4 files of Kernel Tuner spell it.
constexpr auto kTimes = std::to_array<Unit>({
    {"ns", kNano},           {"nsecond", kNano},       {"nanosecond", kNano},  {"nanoseconds", kNano},
    {"us", kMicro},          {"\u00B5s", kMicro},      {"\u03BCs", kMicro},    {"usecond", kMicro},
    {"microsecond", kMicro}, {"microseconds", kMicro}, {"ms", kMilli},         {"msecond", kMilli},
    {"millisecond", kMilli}, {"milliseconds", kMilli}, {"milisecond", kMilli}, {"miliseconds", kMilli},
    {"s", kWhole},           {"sec", kWhole},          {"second", kWhole},     {"seconds", kWhole},
});

constexpr auto kAmounts = std::to_array<Unit>(
    {{"byte", {1, 1}}, {"kbyte", {1e3, 1}}, {"mbyte", {1e6, 1}}, {"gbyte", {1e9, 1}}, {"tbyte", {1e12, 1}}});

template <std::size_t kSize>
const Unit* find(const std::array<Unit, kSize>& units, std::string_view name) {
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](char letter) {
    return static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
  });
  const auto* const found = std::ranges::find(units, small, &Unit::name);
  return found == units.end() ? nullptr : found;
}

template <std::size_t kSize>
std::optional<double> scaled(const std::array<Unit, kSize>& units, double amount, std::string_view name) {
  const Unit* unit = find(units, name);
  if (unit == nullptr) return std::nullopt;
  return amount * unit->scale.times / unit->scale.over;
}

}  // namespace

std::optional<double> in_ms(double time, std::string_view unit) { return scaled(kTimes, time, unit); }

std::optional<double> in_bytes(double amount, std::string_view unit) { return scaled(kAmounts, amount, unit); }

bool is_time_unit(std::string_view unit) { return find(kTimes, unit) != nullptr; }

}  // namespace tilewright::formats
