// The store as `tune` uses it, with a simulated device and with a worker that only acts as if it had one; and the
// commands that look after it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/fake_worker/behaviour.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Texts = std::vector<std::string>;

/// `tune` on a simulated device, into a store.
Outcome simulate(const std::string& file, const Texts& flags = {}, const Surroundings& surroundings = {}) {
  Texts all{"tune", "--stream", "per_config", "--store", file};
  all.insert(all.end(), flags.begin(), flags.end());
  return run(all, surroundings);
}

Json simulated(const std::string& file, Texts flags = {}, const Surroundings& surroundings = {}) {
  flags.insert(flags.end(), {"--format", "json"});
  const Outcome outcome = simulate(file, flags, surroundings);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return outcome.code == 0 ? Json::parse(outcome.out) : Json::object();
}

Texts notes_of(const Json& json) { return json["notes"].get<Texts>(); }

/// What the two runs measured, config by config.
void expect_same_samples(const Json& one, const Json& other) {
  ASSERT_EQ(one["trials"].size(), other["trials"].size());
  for (std::size_t i = 0; i < one["trials"].size(); ++i)
    for (const char* field : {"config", "samples_ms", "failure"})
      EXPECT_EQ(one["trials"][i][field], other["trials"][i][field]);
  EXPECT_EQ(one["choice"], other["choice"]);
}

TEST(TuneStore, ASecondRunTakesItsSamplesFromTheStore) {
  const ScratchFolder folder;
  const std::string file = folder.path("store.sqlite");
  const Json without = Json::parse(run({"tune", "--stream", "per_config", "--format", "json"}).out);
  const Json first = simulated(file);
  const Json second = simulated(file);
  EXPECT_FALSE(without["trials"][0].contains("facts"));
  EXPECT_EQ(first["trials"][0]["facts"]["from_store"], 0);
  EXPECT_EQ(second["trials"][0]["facts"]["from_store"], 25);
  EXPECT_THAT(notes_of(first), Each(Not(HasSubstr("store"))));
  EXPECT_THAT(notes_of(second), Contains("200 of 200 samples from the store"));
  expect_same_samples(first, without);
  expect_same_samples(second, without);
}

TEST(TuneStore, MoreSamplesAndMoreConfigsAreWhatIsMissing) {
  const ScratchFolder folder;
  const std::string file = folder.path("store.sqlite");
  static_cast<void>(simulated(file, {"--repeats", "10", "--top-k", "2", "--warmup", "2"}));
  const Texts larger{"--repeats", "15", "--top-k", "12", "--warmup", "2"};
  const Json resumed = simulated(file, larger);
  EXPECT_THAT(notes_of(resumed), Contains(testing::ContainsRegex("^[0-9]+0 of [0-9]+ samples from the store")));
  expect_same_samples(resumed, simulated(folder.path("other.sqlite"), larger));
}

TEST(TuneStore, FailuresComeFromTheStoreToo) {
  const ScratchFolder folder;
  const Texts flags{"--fail", "compile:num_stages=3"};
  const Json first = simulated(folder.path("store.sqlite"), flags);
  const Json second = simulated(folder.path("store.sqlite"), flags);
  EXPECT_GT(first["counts"]["failed"], 0);
  expect_same_samples(second, first);
}

TEST(TuneStore, AMissSaysWhatDiffers) {
  const ScratchFolder folder;
  const std::string file = folder.path("store.sqlite");
  static_cast<void>(simulated(file));
  EXPECT_THAT(notes_of(simulated(file, {"--seed", "7"})),
              Contains("store: no measurements: the nearest entry differs in method.seed: 0, here 7"));
  EXPECT_THAT(notes_of(simulated(file, {"--shape", "4096x4096x1024"})),
              Contains("store: no measurements: the nearest entry differs in problem.K: 4096, here 1024"));
}

TEST(TuneStore, AlwaysTuneIgnoresWhatIsThere) {
  const ScratchFolder folder;
  const std::string file = folder.path("store.sqlite");
  static_cast<void>(simulated(file));
  const Surroundings always{.environment = {"PATH=/usr/bin:/bin", "TILEWRIGHT_ALWAYS_TUNE=1"}};
  EXPECT_EQ(simulated(file, {}, always)["trials"][0]["facts"]["from_store"], 0);
  const Surroundings not_always{.environment = {"PATH=/usr/bin:/bin", "TILEWRIGHT_ALWAYS_TUNE=0"}};
  EXPECT_EQ(simulated(file, {}, not_always)["trials"][0]["facts"]["from_store"], 25);
}

TEST(TuneStore, ADamagedFileCostsANote) {
  const ScratchFolder folder;
  const std::string file = folder.file("store.sqlite", std::string(5000, 'x'));
  EXPECT_THAT(notes_of(simulated(file)), Contains(HasSubstr("set aside as 'store.sqlite.bad-1'")));
  EXPECT_THAT(notes_of(simulated(file)), Contains("200 of 200 samples from the store"));
}

TEST(TuneStore, APlaceThatCannotBeUsedCostsANote) {
  const ScratchFolder folder;
  const std::string nowhere = folder.file("file", "") + "/store.sqlite";
  const Texts notes = notes_of(simulated(nowhere));
  EXPECT_EQ(std::ranges::count_if(notes, [](const std::string& note) { return note.starts_with("store: "); }), 1);
  EXPECT_THAT(notes, Contains(HasSubstr("nothing is read from it or stored")));
}

TEST(TuneStore, AFullDiskCostsANote) {
  const ScratchFolder folder;
  EXPECT_THAT(notes_of(simulated(folder.path("store.sqlite"), {}, {.max_file_bytes = 1000})),
              Contains(StartsWith("store: ")));
}

TEST(TuneStore, SamplesThatDependOnTheirOrderAreNotStored) {
  const ScratchFolder folder;
  const Outcome outcome = run({"tune", "--store", folder.path("store.sqlite")});
  EXPECT_TRUE(failed_in_one_line(outcome, 2)) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("give --stream per_config"));
  EXPECT_THAT(folder.names(), IsEmpty());
  EXPECT_TRUE(failed_in_one_line(simulate(folder.path("store.sqlite"), {"--no-store"}), 2));
}

TEST(TuneStore, TheSimulatedDeviceUsesNoneUnasked) {
  const ScratchFolder folder;
  const Surroundings at_home{.environment = {"PATH=/usr/bin:/bin", "TILEWRIGHT_HOME=" + folder.path("")}};
  EXPECT_EQ(run({"tune", "--stream", "per_config"}, at_home).out, run({"tune", "--stream", "per_config"}).out);
  EXPECT_THAT(folder.names(), IsEmpty());
}

// The commands.

/// A store with one entry of 8 configs, and what a command says of it.
class StoreCommands : public testing::Test {
 protected:
  StoreCommands() { EXPECT_EQ(simulate(file_).code, 0); }

  Outcome store(Texts words) const {
    words.insert(words.begin(), "store");
    words.insert(words.end(), {"--store", file_});
    return run(words);
  }

  Json json(Texts words) const {
    words.insert(words.end(), {"--format", "json"});
    const Outcome outcome = store(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return Json::parse(outcome.out);
  }

  const ScratchFolder folder_;
  const std::string file_ = folder_.path("store.sqlite");
};

TEST_F(StoreCommands, List) {
  const Json listed = json({"list"});
  EXPECT_EQ(listed["schema"], "tilewright.store.list/1");
  ASSERT_EQ(listed["entries"].size(), 1U);
  EXPECT_EQ(listed["entries"][0]["problem"], "gemm M=4096 N=4096 K=4096 dtype=fp16");
  EXPECT_EQ(listed["entries"][0]["device"], "rtx3070");
  EXPECT_EQ(listed["entries"][0]["samples"], 200);
  EXPECT_TRUE(json({"list", "--where", "problem.M=1"})["entries"].empty());
  EXPECT_THAT(store({"list"}).out, HasSubstr("\n    1  gemm M=4096 "));
  EXPECT_EQ(store({"list", "--where", "problem.M=1"}).out, "nothing is stored\n");
}

TEST_F(StoreCommands, Show) {
  EXPECT_EQ(json({"show"})["configs"].size(), 8U);
  EXPECT_EQ(json({"show", "--entry", "1"})["configs"][0]["samples"], 25);
  EXPECT_THAT(store({"show"}).out, AllOf(HasSubstr("method.noise_sigma: 0.03\n"), HasSubstr("\nchosen 2"),
                                         HasSubstr("\nwhy:  fastest is ")));
  EXPECT_TRUE(failed_in_one_line(store({"show", "--entry", "2"}), 2));
  EXPECT_TRUE(failed_in_one_line(store({"show", "--entry", "0"}), 2));
}

TEST_F(StoreCommands, Verify) {
  EXPECT_THAT(store({"verify"}).out, testing::ContainsRegex("batches +read +8"));
  fs::resize_file(file_, fs::file_size(file_) - 4096);
  const Outcome outcome = store({"verify"});
  EXPECT_TRUE(failed_in_one_line(outcome, 6)) << outcome.code << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(file_));
}

TEST_F(StoreCommands, Prune) {
  EXPECT_TRUE(failed_in_one_line(store({"prune"}), 2));
  EXPECT_TRUE(failed_in_one_line(store({"prune", "--where", "device.name"}), 2));
  EXPECT_TRUE(failed_in_one_line(store({"prune", "--older-than", "-1"}), 2));
  EXPECT_EQ(json({"prune", "--older-than", "1"})["facts"][0]["detail"], "0");
  EXPECT_EQ(json({"prune", "--where", "device.name=rtx3070", "--dry-run"})["facts"][0]["detail"], "8");
  EXPECT_EQ(json({"prune", "--where", "device.name=rtx3070"})["facts"][0]["detail"], "8");
  EXPECT_TRUE(json({"list"})["entries"].empty());
}

TEST_F(StoreCommands, Export) {
  const std::string lines = store({"export", "--format", "json"}).out;
  EXPECT_EQ(std::ranges::count(lines, '\n'), 9);  // 8 configs and the choice
  const Json first = Json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(first["samples_ms"].size(), 25U);
  EXPECT_EQ(first["context"]["method.stream"], "per_config");
  EXPECT_TRUE(first["conditions"].contains("run.host"));
  EXPECT_TRUE(first["time"].get<std::string>().starts_with("20"));
  EXPECT_EQ(store({"export"}).out, lines);
  const std::string csv = store({"export", "--format", "csv"}).out;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 201);
  EXPECT_THAT(csv, StartsWith("entry,problem,device,config,time,sample,ms,"));
}

TEST(StoreWithoutOne, IsNotUsable) {
  const ScratchFolder folder;
  for (const char* word : {"list", "show", "verify", "export"}) {
    EXPECT_TRUE(failed_in_one_line(run({"store", word, "--store", folder.path("none")}), 6)) << word;
    EXPECT_TRUE(failed_in_one_line(run({"store", word}), 6)) << word;  // there is no home
    EXPECT_TRUE(failed_in_one_line(run({"store", word, "--store", folder.file("bad", "junk, not a database")}), 6));
  }
  EXPECT_EQ(content_of(folder.path("bad")), "junk, not a database");
  EXPECT_TRUE(failed_in_one_line(run({"store"}), 2));
  EXPECT_TRUE(failed_in_one_line(run({"store", "tidy"}), 2));
}

// With a worker, and a real compiler.

Surroundings with_worker(const std::string& home) {
  return {.environment = {"PATH=/usr/bin:/bin", "TILEWRIGHT_CUDA_WORKER=" TILEWRIGHT_FAKE_WORKER,
                          std::string(fake_worker::kHasDevice) + "=1", "TILEWRIGHT_HOME=" + home}};
}

std::string why_no_compiler() {
  const Json doctor = Json::parse(run({"doctor", "--format", "json"}, with_worker("")).out);
  for (const Json& fact : doctor["facts"])
    if (fact["item"] == "backend cuda" && fact["status"] != "ok") return fact.dump();
  return "";
}

#define NEEDS_NVRTC() \
  if (const std::string why = why_no_compiler(); !why.empty()) GTEST_SKIP() << why

Texts cuda_flags(const Texts& more) {
  Texts flags{"tune", "--shape", "32x32x32", "--backend", "cuda", "--space", "reference"};
  if (std::ranges::find(more, "--top-k") == more.end()) flags.insert(flags.end(), {"--top-k", "2"});
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

Json measured(const std::string& home, Texts more = {}) {
  more.insert(more.end(), {"--format", "json"});
  const Outcome outcome = run(cuda_flags(more), with_worker(home));
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
  static_cast<void>(run(flags, with_worker(home.path(""))));
  const Json second = Json::parse(run(flags, with_worker(home.path(""))).out);
  EXPECT_EQ(second["trials"][0]["facts"]["from_store"], 25);
  EXPECT_EQ(second["trials"][0]["facts"]["algorithm"], "algo 0");
  const Outcome exported = run({"store", "export", "--store", home.path("store.sqlite")});
  EXPECT_THAT(exported.out, HasSubstr("\"algorithm\":\"algo 0\""));
}

/// Runs the program until `file` has content, then kills it.
void kill_when_stored(const Texts& flags, const Surroundings& surroundings, const std::string& file) {
  Texts command{TILEWRIGHT_PROGRAM};
  command.insert(command.end(), flags.begin(), flags.end());
  Texts variables = surroundings.environment;
  std::vector<char*> arguments;
  std::vector<char*> environment;
  for (std::string& text : command) arguments.push_back(text.data());
  for (std::string& text : variables) environment.push_back(text.data());
  arguments.push_back(nullptr);
  environment.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execve(arguments[0], arguments.data(), environment.data());
    ::_exit(127);
  }
  std::error_code none;
  for (int i = 0; i < 30000 && !(fs::file_size(file, none) > 100'000 && !none); ++i) ::usleep(1000);
  ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "it had ended before";
}

TEST(TuneStore, ATuningThatWasKilledGoesOnWhereItWas) {
  const ScratchFolder folder;
  const std::string file = folder.path("store.sqlite");
  const Texts flags{"--top-k", "40", "--repeats", "10", "--interleave"};
  Texts all{"tune", "--stream", "per_config", "--store", file, "--output", "/dev/null"};
  all.insert(all.end(), flags.begin(), flags.end());
  kill_when_stored(all, {}, file + "-wal");
  const Json resumed = simulated(file, flags);
  std::int64_t samples = 0;
  std::int64_t from_store = 0;
  for (const Json& trial : resumed["trials"]) {
    samples += std::ssize(trial["samples_ms"]);
    from_store += trial["facts"]["from_store"].get<std::int64_t>();
  }
  EXPECT_GT(from_store, 0);
  EXPECT_LT(from_store, samples);
  EXPECT_THAT(notes_of(resumed), Contains(fmt::format("{} of {} samples from the store", from_store, samples)));
  Texts plain{"tune", "--stream", "per_config", "--format", "json"};
  plain.insert(plain.end(), flags.begin(), flags.end());
  expect_same_samples(resumed, Json::parse(run(plain).out));
}

}  // namespace
}  // namespace tilewright::cli
