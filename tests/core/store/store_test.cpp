#include "core/store/store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <utility>
#include <vector>

#include "core/store/inventory.hpp"
#include "tests/core/store/configs_gen.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::store {
namespace {

using test::TemporaryFolder;
using testing::IsEmpty;

const Config kContext{{"problem", "gemm"}, {"problem.M", 4096}, {"device.driver", "13.0"}};
const Config kConfig{{"BM", 128}};

bool append(Store& store, const Record& record, const Config& context = kContext) {
  return store.append(context, std::span(&record, 1));
}

Record samples(Samples samples_ms) { return {.config = kConfig, .result = std::move(samples_ms)}; }

Record failure(FailureKind kind) { return {.config = kConfig, .result = Failure{kind, "text"}}; }

TEST(Store, GivesSamplesInTheOrderTakenAlsoToAnother) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a" / "b" / "store.sqlite";  // folders are made
  Store store(file);
  EXPECT_THAT(store.history(kContext, kConfig).samples_ms, IsEmpty());
  EXPECT_TRUE(append(store, samples({3, 1})));
  EXPECT_TRUE(append(store, {.config = kConfig, .result = Samples{2}, .conditions = {{"sm_mhz", 1755.0}}}));
  Store other(file);
  for (Store* one : {&store, &other}) {
    EXPECT_EQ(one->history(kContext, kConfig).samples_ms, (Samples{3, 1, 2}));
    EXPECT_EQ(one->history(kContext, kConfig).conditions, (Config{{"sm_mhz", 1755.0}}));
    EXPECT_EQ(one->warning(), "");
  }
}

TEST(Store, KeepsWhatBelongsToOtherKeysApart) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  EXPECT_TRUE(append(store, samples({1})));
  EXPECT_THAT(store.history(kContext, {{"BM", 128.0}}).samples_ms, IsEmpty());
  EXPECT_THAT(store.history({{"problem", "gemm"}, {"problem.M", 4096}, {"device.driver", "13.1"}}, kConfig).samples_ms,
              IsEmpty());
}

TEST(Store, AFailureIsKnownUntilSomethingElseIs) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  EXPECT_TRUE(append(store, samples({1})));
  EXPECT_TRUE(append(store, failure(FailureKind::wrong_result)));
  const History failed = store.history(kContext, kConfig);
  EXPECT_EQ(failed.samples_ms, Samples{1});
  ASSERT_TRUE(failed.failure.has_value());
  EXPECT_EQ(failed.failure->kind, FailureKind::wrong_result);
  EXPECT_EQ(failed.failure->text, "text");
  EXPECT_TRUE(append(store, samples({2})));
  EXPECT_FALSE(store.history(kContext, kConfig).failure.has_value());
}

TEST(Store, EveryKindOfFailureIsReadAsItIs) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  for (const auto kind : {FailureKind::compile, FailureKind::resources, FailureKind::launch, FailureKind::timeout,
                          FailureKind::wrong_result, FailureKind::invalid_time, FailureKind::crashed}) {
    EXPECT_TRUE(append(store, failure(kind)));
    EXPECT_EQ(store.history(kContext, kConfig).failure->kind, kind);
  }
}

TEST(Store, ARestartHidesWhatWasBefore) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  EXPECT_TRUE(append(store, samples({1, 2})));
  EXPECT_TRUE(append(store, {.config = kConfig, .result = Samples{3}, .restarts = true}));
  EXPECT_TRUE(append(store, samples({4})));
  EXPECT_EQ(store.history(kContext, kConfig).samples_ms, (Samples{3, 4}));
}

TEST(Store, GivesTheLastChoice) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  EXPECT_EQ(store.choice(kContext), std::nullopt);
  EXPECT_TRUE(store.append(kContext, StoredChoice{kConfig, "t3", "old", {}, 1}));
  EXPECT_TRUE(store.append(kContext, StoredChoice{{{"BM", 64}}, "t3", "fastest", {{"run.host", "x"}}, 2}));
  const auto choice = store.choice(kContext);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->config, (Config{{"BM", 64}}));
  EXPECT_EQ(choice->why, "fastest");
  EXPECT_EQ(choice->time_s, 2);
  EXPECT_EQ(store.choice({{"problem", "other"}}), std::nullopt);
}

TEST(Store, AMissSaysWhatDiffersFromTheNearestEntry) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  EXPECT_EQ(store.miss(kContext), std::nullopt);  // an empty store has nothing near
  EXPECT_TRUE(append(store, samples({1})));
  EXPECT_EQ(store.miss(kContext), std::nullopt);
  EXPECT_EQ(store.miss({{"problem", "gemm"}, {"problem.M", 4096}, {"device.driver", "13.1"}}),
            "no measurements: the nearest entry differs in device.driver: 13.0, here 13.1");
}

TEST(Store, ManyRecordsAreOneTransaction) {
  const TemporaryFolder folder;
  Store store(folder.path() / "store.sqlite");
  const std::vector<Record> records{samples({1, 2}), samples({3}), {.config = {{"BM", 64}}, .result = Samples{4}}};
  EXPECT_TRUE(store.append(kContext, records));
  EXPECT_TRUE(store.append(kContext, std::span<const Record>()));
  EXPECT_EQ(store.history(kContext, kConfig).samples_ms, (Samples{1, 2, 3}));
  EXPECT_EQ(store.history(kContext, {{"BM", 64}}).samples_ms, Samples{4});
}

/// What is appended to any keys is read from them, in order, by whoever opens the store.
RC_GTEST_PROP(Store, ReadsWhatWasAppendedInItsOrder, ()) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "store.sqlite";
  const auto keys =
      *rc::gen::container<std::vector<std::pair<Config, Config>>>(4, rc::gen::pair(any_config(), any_config()));
  std::vector<std::pair<std::size_t, Samples>> appended;
  Store store(file);
  for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
    const auto key = *rc::gen::inRange<std::size_t>(0, keys.size());
    const Samples batch =
        *rc::gen::container<Samples>(rc::gen::map(rc::gen::inRange(1, 100), [](int n) { return n / 7.0; }));
    RC_ASSERT(append(store, {.config = keys[key].second, .result = batch, .time_s = i}, keys[key].first));
    appended.emplace_back(key, batch);
  }
  Store other(file);
  for (const auto& key : keys) {
    Samples expected;
    for (const auto& [of, batch] : appended)
      if (keys[of] == key) expected.insert(expected.end(), batch.begin(), batch.end());
    RC_ASSERT(other.history(key.first, key.second).samples_ms == expected);
  }
  RC_ASSERT(Inventory(file).verify().faults.empty());
}

}  // namespace
}  // namespace tilewright::store
