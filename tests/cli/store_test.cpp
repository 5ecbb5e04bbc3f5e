// The store as `tune` uses it with a simulated device, and the commands that look after it.
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
#include "tests/cli/store_runs.hpp"

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

/// Runs the program until `file` has content, then kills it. Whether it had not ended before.
bool kill_when_stored(const Texts& flags, const Surroundings& surroundings, const std::string& file) {
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
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFSIGNALED(status);
}

TEST(TuneStore, ATuningThatWasKilledGoesOnWhereItWas) {
  const ScratchFolder folder;
  std::string file;
  Texts flags;
  // Where writing is so fast that it has ended before, a larger one is killed.
  for (int repeats = 10, killed = 0; killed == 0; repeats *= 2) {
    ASSERT_LE(repeats, 10240) << "none could be killed";
    file = folder.path(fmt::format("store-{}.sqlite", repeats));
    flags = {"--top-k", "40", "--repeats", fmt::format("{}", repeats), "--interleave"};
    Texts all{"tune", "--stream", "per_config", "--store", file, "--output", "/dev/null"};
    all.insert(all.end(), flags.begin(), flags.end());
    killed = kill_when_stored(all, {}, file + "-wal") ? 1 : 0;
  }
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
