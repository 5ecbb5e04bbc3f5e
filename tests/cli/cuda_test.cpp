// The CUDA backends on a machine that cannot use them, and with a worker that only acts as if it could.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_cuda.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(CudaBackends, AreListedByDoctor) {
  const std::string out = run({"doctor"}).out;
  EXPECT_THAT(out, HasSubstr("backend cuda"));
  EXPECT_THAT(out, HasSubstr("backend cublaslt"));
}

TEST(CudaBackends, SayWhatIsMissingWithCodeFour) {
  if (run({"tune", "--gpu", "auto"}).code == 0) GTEST_SKIP() << "this machine has a GPU";
  for (const char* backend : {"cuda", "cublaslt"}) {
    const Outcome outcome = run({"tune", "--backend", backend});
    EXPECT_TRUE(failed_in_one_line(outcome, 4)) << outcome.code << ": " << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("backend '" + std::string(backend) + "' is not available: "));
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_TRUE(failed_in_one_line(run({"tune", "--gpu", "auto"}), 4));
  EXPECT_TRUE(failed_in_one_line(run({"explain", "--gpu", "auto"}), 4));
}

/// `tune` with a real compiler, of two small kernels, of 4 and of 8 warps; by default what it makes is kept between the
/// runs of a test.
Outcome tune(std::vector<std::string> flags, std::string home = "", Surroundings surroundings = {}) {
  static const ScratchFolder kHome;
  surroundings.environment = fake_cuda(home.empty() ? kHome.path("") : home);
  flags.insert(flags.begin(), {"tune", "--shape", "32x32x32", "--top-k", "2", "--no-store"});
  if (std::ranges::find(flags, "--backend") == flags.end())
    flags.insert(flags.end(), {"--backend", "cuda", "--space", "reference"});
  return run(flags, surroundings);
}

Json tuned(std::vector<std::string> flags, const std::string& home = "") {
  flags.insert(flags.end(), {"--format", "json"});
  const Outcome outcome = tune(std::move(flags), home);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return outcome.code == 0 ? Json::parse(outcome.out) : Json::object();
}

/// The notes that begin with `start`.
std::vector<std::string> notes_in(const Json& json, const std::string& start) {
  std::vector<std::string> notes;
  for (const std::string note : json["notes"])
    if (note.starts_with(start)) notes.push_back(note);
  return notes;
}

TEST(CudaBackend, TellsTheFactsOfEachTrial) {
  NEEDS_NVRTC();
  const ScratchFolder folder;
  const Json json = tuned({}, folder.path(""));
  ASSERT_EQ(json["trials"].size(), 2U);
  for (const Json& trial : json["trials"]) {
    std::vector<std::string> names;
    for (const auto& [name, value] : trial["facts"].items()) names.push_back(name);
    EXPECT_THAT(names, ElementsAre("registers", "spill_bytes", "smem_bytes", "compile_ms", "from_cache",
                                   "largest_error", "sm_mhz_median", "sm_mhz_min", "sm_mhz_max", "power_w",
                                   "temperature_c", "retaken", "low_clock"));
    EXPECT_GT(trial["facts"]["registers"], 32);
    EXPECT_EQ(trial["facts"]["spill_bytes"], 0);
    EXPECT_EQ(trial["facts"]["smem_bytes"], trial["smem_bytes"]);
    EXPECT_EQ(trial["facts"]["from_cache"], false);
    EXPECT_EQ(trial["facts"]["largest_error"], 0.125);
    EXPECT_EQ(trial["facts"]["sm_mhz_median"], 1000);
    EXPECT_EQ(trial["facts"]["temperature_c"], 40);
  }
  EXPECT_TRUE(json["notes"].empty()) << json["notes"];
  const Json again = tuned({}, folder.path(""));
  for (const Json& trial : again["trials"]) EXPECT_EQ(trial["facts"]["from_cache"], true);
}

TEST(CudaBackend, ShowsRegistersAsCompiledAndTheConditions) {
  NEEDS_NVRTC();
  const std::string out = tune({}).out;
  EXPECT_THAT(out, AllOf(HasSubstr("conditions, median [min, max]: SM clock 1000 [1000, 1000] MHz, power "),
                         HasSubstr("temperature 40 [40, 40] C\n"), HasSubstr("\nregisters as compiled\n")));
  EXPECT_THAT(tune({"--format", "csv"}).out, HasSubstr(",failure_text,facts.registers,facts.spill_bytes,"));
}

TEST(CudaBackend, SamplesThatFitIntoATimeAreCountedByTheReference) {
  NEEDS_NVRTC();
  const Json json = tuned({"--repeats", "2.6ms", "--warmup", "25ms"});  // the reference takes 0.5 ms
  EXPECT_EQ(json["options"]["repeats"], 5);
  EXPECT_EQ(json["options"]["warmup"], 0);
  EXPECT_EQ(json["backend"]["warmup_ms"], 25);
  for (const Json& trial : json["trials"]) EXPECT_EQ(trial["samples_ms"].size(), 5U);
  EXPECT_EQ(tuned({"--repeats", "0.001ms", "--warmup", "1"})["options"]["repeats"], 1);
  EXPECT_EQ(tuned({"--repeats", "3", "--warmup", "1"})["backend"]["warmup_ms"], 0);
}

TEST(CudaBackend, WorkersThatWereLostAreANote) {
  NEEDS_NVRTC();
  const std::string device = std::to_string(fake_worker::kLosesFourWarps);
  const Json json = tuned({"--device", device});
  EXPECT_EQ(json["counts"]["failed"], 1);
  EXPECT_THAT(notes_in(json, "1 measuring process was lost"), testing::SizeIs(1));
  EXPECT_THAT(tune({"--device", device}).out, HasSubstr("\nnote: 1 measuring process was lost"));
}

TEST(CudaBackend, AHomeThatIsAFileCostsANote) {
  NEEDS_NVRTC();
  const ScratchFolder folder;
  const Json json = tuned({}, folder.file("home", ""));
  EXPECT_EQ(json["counts"]["measured"], 2);
  EXPECT_THAT(notes_in(json, "cubin cache: "),
              ElementsAre(AllOf(HasSubstr("cannot write to " + folder.path("home/cubins")),
                                HasSubstr("kernels are compiled again next time"))));
}

TEST(CudaBackend, AReadOnlyFolderForMachineCodeCostsANote) {
  NEEDS_NVRTC();
  const ScratchFolder folder;
  fs::create_directory(folder.path("cubins"));
  fs::permissions(folder.path(""), fs::perms(0755));
  fs::permissions(folder.path("cubins"), fs::perms(0555));
  const Outcome outcome = tune({}, folder.path(""), {.never_root = true});
  if (outcome.code == 127) GTEST_SKIP() << "the program can be run by root only";
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("\nnote: cubin cache: cannot write to " + folder.path("cubins") + ": "));
  EXPECT_TRUE(fs::is_empty(folder.path("cubins")));
}

TEST(CudaBackend, AFullDiskCostsANote) {
  NEEDS_NVRTC();
  const ScratchFolder folder;
  const Outcome outcome = tune({}, folder.path(""), {.max_file_bytes = 1000});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\nnote: cubin cache: cannot write to " + folder.path("cubins") + ": "));
  EXPECT_TRUE(fs::is_empty(folder.path("cubins")));
}

TEST(CudaBackend, DamagedMachineCodeIsSetAsideAndCompiledAgain) {
  NEEDS_NVRTC();
  const ScratchFolder folder;
  EXPECT_THAT(notes_in(tuned({}, folder.path("")), "cubin cache: "), IsEmpty());
  std::size_t files = 0;
  for (const auto& file : fs::directory_iterator(folder.path("cubins"))) {
    fs::resize_file(file.path(), fs::file_size(file.path()) / 2);
    ++files;
  }
  EXPECT_EQ(files, 3U);  // two configs, and the worker's own kernels
  const Json json = tuned({}, folder.path(""));
  EXPECT_THAT(notes_in(json, "cubin cache: "),
              ElementsAre(HasSubstr(".cubin is damaged and set aside as .bad; compiled again")));
  for (const Json& trial : json["trials"]) EXPECT_EQ(trial["facts"]["from_cache"], false);
  EXPECT_THAT(notes_in(tuned({}, folder.path("")), "cubin cache: "), IsEmpty());
}

TEST(CudaBackend, ShowsOnATerminalHowFarCompilingIs) {
  NEEDS_NVRTC();
  if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudoterminals";
  const ScratchFolder folder;
  const Outcome shown = tune({}, folder.path("cold"), {.err_is_terminal = true});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.err, AllOf(testing::ContainsRegex("\rcompiling: [0-2] of [1-3] kernels"),
                               HasSubstr("measuring: 50 of 50 samples, 100 %"), testing::EndsWith("\r\033[K")));
  EXPECT_EQ(tune({"--quiet"}, folder.path("quiet"), {.err_is_terminal = true}).err, "");
  EXPECT_EQ(tune({}, folder.path("no terminal")).err, "");
}

TEST(CublasLtBackend, TellsTheFactsOfEachTrialToo) {
  NEEDS_NVRTC();
  const std::string device = std::to_string(fake_worker::kOneCandidate);
  const Json json = tuned({"--backend", "cublaslt", "--device", device, "--time-single"});
  ASSERT_EQ(json["trials"].size(), 1U);
  const Json& first = json["trials"][0]["facts"];
  EXPECT_EQ(first["algorithm"], "algo 0");
  EXPECT_EQ(first["largest_error"], 0.125);
  EXPECT_EQ(first["sm_mhz_median"], 1000);
  EXPECT_FALSE(first.contains("registers"));
}

}  // namespace
}  // namespace tilewright::cli
