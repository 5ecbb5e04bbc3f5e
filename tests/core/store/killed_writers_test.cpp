// Four processes tune into one store and are killed, one at a time, at random points; each time another takes its place
// and goes on. Nothing that was acknowledged is ever lost.
//
// TILEWRIGHT_KILLS sets how often (100).
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>

#include "core/stats/split_mix.hpp"
#include "core/store/inventory.hpp"
#include "core/store/remembering_backend.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::store {
namespace {

namespace fs = std::filesystem;

constexpr int kWriters = 4;
constexpr int kRepeats = 3;

Config context_of(std::int64_t writer) { return {{"problem", "torture"}, {"writer", writer}}; }

Config config_of(std::int64_t number) { return {{"number", number}}; }

/// The samples of a config: no other has the same.
Samples expected(std::int64_t writer, std::int64_t number) {
  Samples samples;
  for (int n = 0; n < kRepeats; ++n)
    samples.push_back(1 + static_cast<double>(kRepeats * (kWriters * number + writer) + n));
  return samples;
}

/// Gives a config's samples from the first on.
class SteadyBackend : public Backend {
 public:
  explicit SteadyBackend(std::int64_t writer) : writer_(writer) {}
  [[nodiscard]] Config describe() const override { return {{"name", "steady"}}; }
  [[nodiscard]] Measurement measure(const Config& config, int count) override {
    const Samples all = expected(writer_, config.integer("number"));
    std::size_t& taken = taken_[config.integer("number")];
    taken += static_cast<std::size_t>(count);
    return Samples(all.begin() + static_cast<std::ptrdiff_t>(taken) - count,
                   all.begin() + static_cast<std::ptrdiff_t>(taken));
  }

 private:
  std::int64_t writer_;
  std::map<std::int64_t, std::size_t> taken_;
};

/// Measures one config after the other, a sample at a time, from number 0 on, and says through a pipe how many samples
/// it has got: those are stored, then.
[[noreturn]] void write_for_ever(const fs::path& file, std::int64_t writer, std::int64_t first, int pipe) {
  Store store(file);
  SteadyBackend steady(writer);
  RememberingBackend remembering(steady, store,
                                 {.context = context_of(writer), .repeats = kRepeats, .begins_anew = true});
  for (std::int64_t number = first;; ++number)
    for (std::int64_t n = 1; n <= kRepeats; ++n) {
      const Measurement measured = remembering.measure(config_of(number), 1);
      const bool good = std::get<Samples>(measured)[0] == expected(writer, number)[static_cast<std::size_t>(n) - 1];
      if (!good || !store.warning().empty()) ::_exit(9);
      const std::int64_t acknowledged = kRepeats * number + n;
      if (::write(pipe, &acknowledged, sizeof acknowledged) != sizeof acknowledged) ::_exit(0);
    }
}

/// One of the writers, over all its lives.
class Writer {
 public:
  Writer(fs::path file, std::int64_t number) : file_(std::move(file)), number_(number) { start(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { kill(); }

  void start() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    child_ = ::fork();
    // Some of what was acknowledged is asked for once more.
    if (child_ == 0) write_for_ever(file_, number_, std::max<std::int64_t>(acknowledged_ / kRepeats - 2, 0), ends[1]);
    ::close(ends[1]);
    pipe_ = ends[0];
  }

  /// Returns the status it ended with.
  int kill() {
    if (child_ == 0) return 0;
    ::kill(child_, SIGKILL);
    int status = 0;
    ::waitpid(child_, &status, 0);
    for (std::int64_t number = 0; ::read(pipe_, &number, sizeof number) == sizeof number;)
      acknowledged_ = std::max(acknowledged_, number);
    ::close(pipe_);
    child_ = 0;
    return status;
  }

  [[nodiscard]] std::int64_t acknowledged() const { return acknowledged_; }

 private:
  fs::path file_;
  std::int64_t number_;
  std::int64_t acknowledged_ = 0;  ///< samples, in the order of their configs
  pid_t child_ = 0;
  int pipe_ = -1;
};

/// Whether the store is sound, and all that is stored of a writer is its configs' samples in order, none twice, and at
/// least those it has acknowledged.
///
/// What it opens is closed when it returns: SQLite's connections must not be taken through a fork.
testing::AssertionResult has_all(const fs::path& file, std::int64_t writer, std::int64_t acknowledged) {
  Inventory inventory(file);
  if (const Verified verified = inventory.verify(); !verified.faults.empty())
    return testing::AssertionFailure() << verified.faults.front();
  std::map<std::int64_t, Samples> stored;
  for (const Entry& entry : inventory.entries({{"writer", std::to_string(writer)}}))
    inventory.for_each_record(entry, [&](const Record& record) {
      const auto& samples = std::get<Samples>(record.result);
      Samples& all = stored[record.config.integer("number")];
      all.insert(all.end(), samples.begin(), samples.end());
    });
  for (std::int64_t sample = 0; sample < acknowledged; ++sample)
    if (std::ssize(stored[sample / kRepeats]) <= sample % kRepeats)
      return testing::AssertionFailure() << "sample " << sample << " of writer " << writer << " is lost";
  for (const auto& [number, samples] : stored) {
    Samples prefix = expected(writer, number);
    prefix.resize(std::min(prefix.size(), samples.size()));
    if (samples != prefix) return testing::AssertionFailure() << "config " << number << " of writer " << writer;
  }
  return testing::AssertionSuccess();
}

int kills() {
  const char* const text = std::getenv("TILEWRIGHT_KILLS");
  int count = 100;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), count);
  return count;
}

/// Kills writers of one store `kills` times; adds what they acknowledged to `all`.
void kill_writers(stats::SplitMix64& random, int kills, std::int64_t& all) {
  const test::TemporaryFolder folder;
  const fs::path file = folder.path() / "store.sqlite";
  static_cast<void>(Store(file));
  std::array<std::unique_ptr<Writer>, kWriters> writers;
  for (int i = 0; i < kWriters; ++i) writers[static_cast<std::size_t>(i)] = std::make_unique<Writer>(file, i);
  for (int kill = 0; kill < kills; ++kill) {
    const std::size_t victim = random.below(kWriters);
    ::usleep(random.below(30'000));
    const int status = writers[victim]->kill();
    ASSERT_TRUE(WIFSIGNALED(status)) << "writer " << victim << " ended with " << WEXITSTATUS(status);
    ASSERT_TRUE(has_all(file, static_cast<std::int64_t>(victim), writers[victim]->acknowledged())) << kill;
    writers[victim]->start();
  }
  for (int i = 0; i < kWriters; ++i) {
    Writer& writer = *writers[static_cast<std::size_t>(i)];
    ASSERT_TRUE(WIFSIGNALED(writer.kill()));
    ASSERT_TRUE(has_all(file, i, writer.acknowledged()));
    ASSERT_GT(writer.acknowledged(), 0) << "writer " << i << " never got anywhere";
    all += writer.acknowledged();
  }
}

TEST(KilledWriters, LoseNothingThatWasAcknowledged) {
  constexpr int kKillsOfOneStore = 50;  // all of it is read after each: a small store leaves time for more kills
  stats::SplitMix64 random(1);
  std::int64_t all = 0;
  int done = 0;
  while (done < kills() && !HasFatalFailure()) {
    const int next = std::min(kKillsOfOneStore, kills() - done);
    kill_writers(random, next, all);
    done += next;
  }
  std::printf("%d kills, %lld samples acknowledged, none lost\n", done, static_cast<long long>(all));
}

}  // namespace
}  // namespace tilewright::store
