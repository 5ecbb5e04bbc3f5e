#include "backends/fake_measure.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/error.hpp"
#include "core/tuning/sweep.hpp"

namespace tilewright::backends {
namespace {

double one_ms(const Config&) { return 1; }

Config config(std::size_t id) { return {{"id", static_cast<std::int64_t>(id)}}; }

TEST(FakeMeasure, describes_the_reference_run) {
  const FakeMeasure backend(one_ms);
  EXPECT_EQ(backend.describe(), (Config{{"name", "fake_measure"},
                                        {"seed", std::int64_t{0}},
                                        {"stream", "sequential"},
                                        {"noise_sigma", 0.03},
                                        {"hidden_factor", "reference"},
                                        {"cold_factor", 1.0},
                                        {"drift_per_sample", 0.0},
                                        {"faults", "none"}}));
}

TEST(FakeMeasure, describes_every_option) {
  const FakeMeasure backend(one_ms, {.seed = 7,
                                     .stream = sim::NoiseStream::per_config,
                                     .noise_sigma = 0.1,
                                     .hidden = sim::no_hidden_factor(),
                                     .cold_factor = 2,
                                     .drift_per_sample = 0.001,
                                     .faults = {{.match = config(1), .kind = FailureKind::launch},
                                                {.match = config(2), .kind = FailureKind::timeout}}});
  EXPECT_EQ(backend.describe(), (Config{{"name", "fake_measure"},
                                        {"seed", std::int64_t{7}},
                                        {"stream", "per_config"},
                                        {"noise_sigma", 0.1},
                                        {"hidden_factor", "none"},
                                        {"cold_factor", 2.0},
                                        {"drift_per_sample", 0.001},
                                        {"faults", "launch where id=1; timeout where id=2"}}));
}

TEST(FakeMeasure, gives_the_samples_of_its_device) {
  FakeMeasure backend(one_ms, {.seed = 4});
  sim::SimulatedDevice device(one_ms, {.seed = 4});
  EXPECT_EQ(std::get<Samples>(backend.measure(config(1), 30)), std::get<Samples>(device.measure(config(1), 30)));
}

TEST(FakeMeasure, makes_a_row_of_every_kind_of_failure_and_goes_on) {
  sim::DeviceOptions options;
  Shortlist shortlist;
  for (std::size_t id = 0; id < kFailureKinds.size(); ++id)
    options.faults.push_back({.match = config(id), .kind = kFailureKinds[id], .text = "on purpose"});
  for (std::size_t id = 0; id <= kFailureKinds.size(); ++id) shortlist.candidates.push_back({config(id), {}, {}});

  for (const bool interleaved : {false, true}) {
    FakeMeasure backend(one_ms, options);
    const std::vector<Trial> trials = sweep(backend, shortlist, {.repeats = 5, .interleaved = interleaved});
    ASSERT_EQ(trials.size(), kFailureKinds.size() + 1);
    for (std::size_t id = 0; id < kFailureKinds.size(); ++id) {
      ASSERT_TRUE(trials[id].failure) << to_text(kFailureKinds[id]);
      EXPECT_EQ(trials[id].failure->kind, kFailureKinds[id]);
      EXPECT_EQ(trials[id].failure->text, "on purpose");
      EXPECT_TRUE(trials[id].samples_ms.empty());
    }
    EXPECT_FALSE(trials.back().failure);
    EXPECT_EQ(trials.back().samples_ms.size(), 5);
  }
}

TEST(FakeMeasure, says_in_the_row_that_a_fault_can_never_be_met) {
  FakeMeasure backend(one_ms, {.faults = {{.match = {{"idd", std::int64_t{1}}}, .kind = FailureKind::launch}}});
  const Shortlist shortlist{.candidates = {{config(0), {}, {}}, {config(1), {}, {}}}};
  for (const Trial& trial : sweep(backend, shortlist, {})) {
    ASSERT_TRUE(trial.failure);
    EXPECT_NE(trial.failure->text.find("idd is missing"), std::string::npos) << trial.failure->text;
  }
}

TEST(FakeMeasure, refuses_options_out_of_range) { EXPECT_THROW(FakeMeasure(one_ms, {.seed = -1}), Error); }

}  // namespace
}  // namespace tilewright::backends
