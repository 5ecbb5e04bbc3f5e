#include "sim/simulated_device.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "core/gemm/tile_config.hpp"
#include "sim/config_gauss.hpp"
#include "sim/config_hash.hpp"
#include "sim/gauss.hpp"
#include "tests/reference/reference_run.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/relative.hpp"

namespace tilewright::sim {
namespace {

const Config kConfig = gemm::to_config({128, 256, 32, 8, 2});
const Config kOther = gemm::to_config({256, 128, 32, 8, 3});

double two_ms(const Config&) { return 2; }

/// What is measured when it is the device and not the noise that matters.
DeviceOptions noiseless() { return {.noise_sigma = 0, .hidden = no_hidden_factor()}; }

Samples samples(SimulatedDevice& device, const Config& config, int count) {
  return std::get<Samples>(device.measure(config, count));
}

Failure failure(SimulatedDevice& device, const Config& config) { return std::get<Failure>(device.measure(config, 1)); }

TEST(SimulatedDevice, gives_the_samples_of_the_reference_run) {
  SimulatedDevice device([](const Config&) { return 3.7094092927999998; });  // the prediction that all 8 share
  for (const reference::TrialFigures& trial : reference::kTrials) {
    const Config config = gemm::to_config({trial.bm, trial.bn, trial.bk, trial.num_warps, trial.num_stages});
    const Samples ms = samples(device, config, 25);
    for (std::size_t i = 0; i < 25; ++i) EXPECT_REL(ms[i], trial.samples_ms[i], 5e-16) << to_text(config) << ' ' << i;
  }
}

TEST(SimulatedDevice, multiplies_model_hidden_factor_and_noise_in_this_order) {
  SimulatedDevice device([](const Config&) { return 0.1; }, {.seed = 5});
  GaussStream gauss(5);
  const double noiseless_ms = 0.1 * reference_hidden_factor().factor(kConfig);
  EXPECT_EQ(device.noiseless_ms(kConfig), noiseless_ms);
  for (const double ms : samples(device, kConfig, 100)) EXPECT_EQ(ms, noiseless_ms * (1 + gauss.next() * 0.03));
}

TEST(SimulatedDevice, draws_sequential_noise_in_the_order_asked_for) {
  SimulatedDevice one(two_ms, {.hidden = no_hidden_factor()});
  SimulatedDevice two(two_ms, {.hidden = no_hidden_factor()});
  const Samples whole = samples(one, kConfig, 7);
  Samples parts = samples(two, kConfig, 3);
  for (const double ms : samples(two, kOther, 4)) parts.push_back(ms);
  EXPECT_EQ(parts, whole);
}

TEST(SimulatedDevice, draws_per_config_noise_from_seed_config_and_number) {
  SimulatedDevice device(two_ms, {.seed = 9, .stream = NoiseStream::per_config, .hidden = no_hidden_factor()});
  std::vector<double> gauss(7);
  config_gauss(9, content_hash(kConfig), 0, gauss);
  const Samples ms = samples(device, kConfig, 7);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(ms[i], 2 * (1 + gauss[i] * 0.03));
}

RC_GTEST_PROP(SimulatedDevice, gives_a_config_the_same_per_config_samples_whenever_it_is_asked, ()) {
  const auto seed = *rc::gen::inRange<std::int64_t>(0, std::numeric_limits<std::int64_t>::max());
  const DeviceOptions options = {
      .seed = seed, .stream = NoiseStream::per_config, .cold_factor = 1.5, .drift_per_sample = 0.001};
  const auto counts = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 12)));

  SimulatedDevice alone(two_ms, options);
  SimulatedDevice mixed(two_ms, options);
  Samples expected;
  Samples actual;
  for (const int count : counts) {
    for (const double ms : samples(mixed, kConfig, count)) actual.push_back(ms);
    (void)mixed.measure(kOther, *rc::gen::inRange(1, 12));
    expected.resize(expected.size() + static_cast<std::size_t>(count));
  }
  expected = samples(alone, kConfig, static_cast<int>(expected.size()));
  RC_ASSERT(actual == expected);
  RC_ASSERT(std::get<Samples>(mixed.measure_at(kConfig, 0, static_cast<int>(expected.size()))) == expected);
}

TEST(SimulatedDevice, gives_the_same_bytes_on_1_and_on_many_threads) {
  const DeviceOptions options = {.seed = 3, .stream = NoiseStream::per_config, .cold_factor = 2};
  std::vector<Config> configs;
  gemm::reference_space().for_each([&](ConfigIndex, const Config& config) { configs.push_back(config); });
  const std::size_t thread_count = 8;

  SimulatedDevice single(two_ms, options);
  std::vector<Samples> expected;
  for (const Config& config : configs) expected.push_back(samples(single, config, 25));

  SimulatedDevice shared(two_ms, options);
  std::vector<Samples> actual(configs.size());
  std::vector<std::thread> threads;
  for (std::size_t id = 0; id < thread_count; ++id)
    threads.emplace_back([&, id] {
      // Each thread takes every 8th config, backwards, in pieces.
      for (std::size_t i = configs.size(); i-- > 0;)
        if (i % thread_count == id)
          for (int piece = 0; piece < 5; ++piece)
            for (const double ms : samples(shared, configs[i], 5)) actual[i].push_back(ms);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(actual, expected);
}

TEST(SimulatedDevice, shares_out_one_config_among_threads_without_loss) {
  SimulatedDevice device(two_ms, {.stream = NoiseStream::per_config});
  std::vector<Samples> parts(4);
  std::vector<std::thread> threads;
  for (Samples& part : parts)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) part.push_back(samples(device, kConfig, 1)[0]);
    });
  for (std::thread& thread : threads) thread.join();

  Samples all;
  for (const Samples& part : parts) all.insert(all.end(), part.begin(), part.end());
  Samples expected = std::get<Samples>(device.measure_at(kConfig, 0, 200));
  std::sort(all.begin(), all.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(all, expected);
}

RC_GTEST_PROP(SimulatedDevice, gives_finite_positive_times_for_every_option_in_range, ()) {
  const auto share = [](double most) { return *rc::gen::inRange(0, 1001) * most / 1000; };
  const DeviceOptions options = {.seed = *rc::gen::inRange<std::int64_t>(0, 1LL << 62),
                                 .stream = *rc::gen::element(NoiseStream::sequential, NoiseStream::per_config),
                                 .noise_sigma = share(1),
                                 .cold_factor = 1 + share(999),
                                 .drift_per_sample = share(1)};
  SimulatedDevice device(two_ms, options);
  for (const double ms : samples(device, kConfig, 200)) RC_ASSERT(std::isfinite(ms) && ms > 0);
}

TEST(SimulatedDevice, makes_the_first_sample_of_each_config_cold) {
  for (const NoiseStream stream : {NoiseStream::sequential, NoiseStream::per_config}) {
    DeviceOptions options = noiseless();
    options.stream = stream;
    options.cold_factor = 3;
    SimulatedDevice device(two_ms, options);
    EXPECT_EQ(samples(device, kConfig, 3), (Samples{6, 2, 2}));
    EXPECT_EQ(samples(device, kOther, 1), (Samples{6}));
    EXPECT_EQ(samples(device, kConfig, 2), (Samples{2, 2}));
    EXPECT_EQ(samples(device, kOther, 2), (Samples{2, 2}));
  }
}

TEST(SimulatedDevice, drifts_over_all_samples_or_over_those_of_the_config) {
  DeviceOptions options = noiseless();
  options.drift_per_sample = 0.5;
  SimulatedDevice sequential(two_ms, options);
  EXPECT_EQ(samples(sequential, kConfig, 3), (Samples{2, 3, 4}));
  EXPECT_EQ(samples(sequential, kOther, 2), (Samples{5, 6}));
  EXPECT_EQ(samples(sequential, kConfig, 1), (Samples{7}));

  options.stream = NoiseStream::per_config;
  SimulatedDevice per_config(two_ms, options);
  EXPECT_EQ(samples(per_config, kConfig, 3), (Samples{2, 3, 4}));
  EXPECT_EQ(samples(per_config, kOther, 2), (Samples{2, 3}));
  EXPECT_EQ(samples(per_config, kConfig, 1), (Samples{5}));
}

TEST(SimulatedDevice, takes_any_hidden_factor) {
  DeviceOptions options = noiseless();
  options.hidden = {"stages", [](const Config& config) { return config.real("num_stages"); }};
  SimulatedDevice device(two_ms, options);
  EXPECT_EQ(samples(device, kConfig, 1), (Samples{4}));
  EXPECT_EQ(samples(device, kOther, 1), (Samples{6}));
}

TEST(SimulatedDevice, draws_no_noise_for_what_fails) {
  const Fault fault = {.match = {{"BM", std::int64_t{256}}}, .kind = FailureKind::launch};
  SimulatedDevice failing(two_ms, {.faults = {fault}});
  SimulatedDevice sound(two_ms);
  EXPECT_EQ(failure(failing, kOther).kind, FailureKind::launch);
  EXPECT_EQ(samples(failing, kConfig, 5), samples(sound, kConfig, 5));
}

TEST(SimulatedDevice, reports_a_time_that_cannot_be) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    SimulatedDevice device([bad](const Config&) { return bad; });
    EXPECT_EQ(failure(device, kConfig).kind, FailureKind::invalid_time);
  }
}

TEST(SimulatedDevice, refuses_wrong_use) {
  EXPECT_THROW(SimulatedDevice(SimulatedDevice::Model{}), Error);
  EXPECT_THROW(SimulatedDevice(two_ms, {.noise_sigma = -1}), Error);
  SimulatedDevice sequential(two_ms);
  EXPECT_THROW((void)sequential.measure(kConfig, 0), Error);
  EXPECT_THROW((void)sequential.measure(kConfig, -1), Error);
  EXPECT_THROW((void)sequential.measure_at(kConfig, 0, 1), Error);
}

}  // namespace
}  // namespace tilewright::sim
