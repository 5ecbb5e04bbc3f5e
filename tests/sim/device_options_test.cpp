#include "sim/device_options.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/expect_error.hpp"

namespace tilewright::sim {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Expects an error that says `what`.
void expect_refused(const DeviceOptions& options, const std::string& what) {
  EXPECT_ERROR(check(options), ErrorKind::bad_argument, testing::HasSubstr(what));
}

TEST(CheckDeviceOptions, takes_the_reference_run) { EXPECT_NO_THROW(check({})); }

TEST(CheckDeviceOptions, takes_the_ends_of_each_range) {
  EXPECT_NO_THROW(check({.seed = std::numeric_limits<std::int64_t>::max(),
                         .noise_sigma = 1,
                         .cold_factor = 1000,
                         .drift_per_sample = 1}));
  EXPECT_NO_THROW(check({.noise_sigma = 0}));
}

TEST(CheckDeviceOptions, refuses_what_is_out_of_range) {
  expect_refused({.seed = -1}, "seed is -1; give an integer from 0");
  for (const double bad : {-0.01, 1.01, kNan, kInfinity, -kInfinity})
    expect_refused({.noise_sigma = bad}, "noise_sigma");
  for (const double bad : {0.0, 0.99, 1001.0, kNan, kInfinity}) expect_refused({.cold_factor = bad}, "cold_factor");
  for (const double bad : {-0.01, 1.01, kNan, kInfinity}) expect_refused({.drift_per_sample = bad}, "drift_per_sample");
  expect_refused({.noise_sigma = -0.5}, "noise_sigma is -0.5; give a number from 0 to 1");
  expect_refused({.hidden = {.name = "mine", .factor = {}}}, "hidden factor 'mine' has no function");
}

TEST(ParseNoiseStream, reads_what_to_text_writes) {
  EXPECT_EQ(parse_noise_stream("sequential"), NoiseStream::sequential);
  EXPECT_EQ(parse_noise_stream("per_config"), NoiseStream::per_config);
  EXPECT_EQ(to_text(NoiseStream::sequential), "sequential");
  EXPECT_EQ(to_text(NoiseStream::per_config), "per_config");
  for (const char* bad : {"", "Sequential", "per-config", "sequential "})
    EXPECT_ERROR((void)parse_noise_stream(bad), ErrorKind::bad_argument, testing::HasSubstr("sequential, per_config"));
}

}  // namespace
}  // namespace tilewright::sim
