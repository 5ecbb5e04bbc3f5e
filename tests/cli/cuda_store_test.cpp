// The store as `tune` uses it with a real compiler, and with a worker that only acts as if it had a device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/fake_cuda.hpp"
#include "tests/cli/store_runs.hpp"

namespace tilewright::cli {
namespace {

using Json = nlohmann::ordered_json;
using Texts = std::vector<std::string>;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Texts cuda_flags(const Texts& more) {
  Texts flags{"tune", "--shape", "32x32x32", "--backend", "cuda", "--space", "reference"};
  if (std::ranges::find(more, "--top-k") == more.end()) flags.insert(flags.end(), {"--top-k", "2"});
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

Json measured(const std::string& home, Texts more = {}) {
  more.insert(more.end(), {"--format", "json"});
  const Outcome outcome = run(cuda_flags(more), {.environment = fake_cuda(home)});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return outcome.code == 0 ? Json::parse(outcome.out) : Json::object();
}

/// The fake worker gives its process as the power: samples that were taken now have another.
double process_of(const Json& json, std::size_t trial) { return json["trials"][trial]["facts"]["power_w"]; }

TEST(CudaStore, ASecondRunTakesNoSamples) {
  NEEDS_NVRTC();
  const ScratchFolder home;
  const Json first = measured(home.path(""));
  const Json second = measured(home.path(""));
  EXPECT_THAT(home.names(), Contains("store.sqlite"));
  EXPECT_THAT(notes_of(first), IsEmpty());
  EXPECT_THAT(notes_of(second), Contains("50 of 50 samples from the store"));
  expect_same_samples(second, first);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(process_of(second, i), process_of(first, i));
    EXPECT_EQ(second["trials"][i]["facts"]["from_store"], 25);
    EXPECT_EQ(second["trials"][i]["facts"]["registers"], first["trials"][i]["facts"]["registers"]);
  }
  EXPECT_NE(process_of(measured(home.path(""), {"--no-store"}), 0), process_of(first, 0));
}

TEST(CudaStore, AnotherSpaceUsesWhatIsThere) {
  NEEDS_NVRTC();
  const ScratchFolder home;
  static_cast<void>(measured(home.path("")));
  const Json larger = measured(home.path(""), {"--top-k", "3"});
  EXPECT_GT(larger["counts"]["measured"], 2);
  EXPECT_THAT(notes_of(larger), Contains(StartsWith("50 of ")));
  const Json hot = measured(home.path(""), {"--hot"});
  EXPECT_THAT(notes_of(hot),
              Contains("store: no measurements: the nearest entry differs in method.l2: cold, here hot"));
  const Json warm = measured(home.path(""), {"--warmup", "1"});
  EXPECT_THAT(notes_of(warm), Contains(HasSubstr("method.warmup: 0, here 1")));
}

TEST(CudaStore, LostWorkersAreMeasuredAnew) {
  NEEDS_NVRTC();
  const ScratchFolder home;
  const Texts flags{"--device", std::to_string(fake_worker::kLosesFourWarps)};
  EXPECT_EQ(measured(home.path(""), flags)["counts"]["failed"], 1);
  const Json again = measured(home.path(""), flags);
  EXPECT_EQ(again["counts"]["failed"], 1);
  EXPECT_THAT(notes_of(again), Contains(StartsWith("1 measuring process was lost")));
  EXPECT_THAT(notes_of(again), Contains("25 of 25 samples from the store"));
}

TEST(CublasLtStore, CandidatesAreKnownByTheirAlgorithm) {
  NEEDS_NVRTC();
  const ScratchFolder home;
  const Texts flags{"tune",     "--shape",       "32x32x32", "--backend",
                    "cublaslt", "--time-single", "--device", std::to_string(fake_worker::kOneCandidate),
                    "--format", "json"};
  static_cast<void>(run(flags, {.environment = fake_cuda(home.path(""))}));
  const Json second = Json::parse(run(flags, {.environment = fake_cuda(home.path(""))}).out);
  EXPECT_EQ(second["trials"][0]["facts"]["from_store"], 25);
  EXPECT_EQ(second["trials"][0]["facts"]["algorithm"], "algo 0");
  const Outcome exported = run({"store", "export", "--store", home.path("store.sqlite")});
  EXPECT_THAT(exported.out, HasSubstr("\"algorithm\":\"algo 0\""));
}

}  // namespace
}  // namespace tilewright::cli
