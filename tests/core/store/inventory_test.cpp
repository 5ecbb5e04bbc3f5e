#include "core/store/inventory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/store/listing.hpp"
#include "core/store/store.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::store {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t kNever = INT64_MAX;

/// Two devices, of which the first has two configs, a failure and a choice.
class InventoryOf : public testing::Test {
 protected:
  InventoryOf() {
    Store store(file_);
    append(store, kH200, {.config = {{"BM", 64}}, .result = Samples{3, 1, 2}, .conditions = {}, .time_s = 1000});
    append(store, kH200, {.config = {{"BM", 128}}, .result = Failure{FailureKind::timeout, "late"}, .time_s = 2000});
    append(store, kA100,
           {.config = {{"BM", 64}}, .result = Samples{4}, .conditions = {{"sm_mhz", 9.5}}, .time_s = 3000});
    EXPECT_TRUE(store.append(kH200, StoredChoice{{{"BM", 64}}, "t3", "fastest", {}, 2500}));
  }

  static void append(Store& store, const Config& context, const Record& record) {
    EXPECT_TRUE(store.append(context, std::span(&record, 1)));
  }

  const Config kH200{{"problem", "gemm"}, {"problem.M", 4096}, {"device.name", "H200"}, {"method.name", "cuda"}};
  const Config kA100{{"problem", "gemm"}, {"problem.M", 4096}, {"device.name", "A100"}, {"method.name", "cuda"}};
  test::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "store.sqlite";
};

TEST_F(InventoryOf, CountsWhatIsThere) {
  const std::vector<Entry> entries = Inventory(file_).entries();
  ASSERT_THAT(entries, SizeIs(2));
  const Entry& first = entries[0];
  EXPECT_EQ(first.context, kH200);
  EXPECT_EQ(first.configs, 2);
  EXPECT_EQ(first.batches, 2);
  EXPECT_EQ(first.samples, 3);
  EXPECT_EQ(first.failures, 1);
  EXPECT_EQ(first.first_s, 1000);
  EXPECT_EQ(first.last_s, 2000);
  EXPECT_EQ(to_text(row_of(first)),
            "entry=1 problem=gemm M=4096 device=H200 method=cuda configs=2 samples=3 failures=1 "
            "first=1970-01-01T00:16:40Z last=1970-01-01T00:33:20Z");
}

TEST_F(InventoryOf, ShowsTheConfigsOfAnEntry) {
  Inventory inventory(file_);
  const std::vector<Config> rows = rows_of(inventory, inventory.entry(1));
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(to_text(rows[0]), "BM=64 samples=3 median_ms=2.0 failure= last=1970-01-01T00:16:40Z");
  EXPECT_EQ(to_text(rows[1]), "BM=128 samples=0 median_ms=0.0 failure=timeout last=1970-01-01T00:33:20Z");
  EXPECT_ERROR(static_cast<void>(inventory.entry(3)), ErrorKind::bad_argument, HasSubstr("has no entry 3"));
}

TEST_F(InventoryOf, FindsNothingWrong) {
  const Verified verified = Inventory(file_).verify();
  EXPECT_EQ(verified.contexts, 2);
  EXPECT_EQ(verified.configs, 3);
  EXPECT_EQ(verified.batches, 3);
  EXPECT_EQ(verified.choices, 1);
  EXPECT_THAT(verified.faults, IsEmpty());
}

TEST_F(InventoryOf, ExportsALineForEachRecordAndChoice) {
  Inventory inventory(file_);
  std::istringstream lines(json_lines(inventory, {}));
  std::vector<nlohmann::json> all;
  for (std::string line; std::getline(lines, line);) all.push_back(nlohmann::json::parse(line));
  ASSERT_THAT(all, SizeIs(4));
  EXPECT_EQ(all[0]["samples_ms"], (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(all[0]["context"]["device.name"], "H200");
  EXPECT_EQ(all[0]["time"], "1970-01-01T00:16:40Z");
  EXPECT_EQ(all[1]["failure"]["kind"], "timeout");
  EXPECT_EQ(all[2]["why"], "fastest");
  EXPECT_EQ(all[3]["conditions"]["sm_mhz"], 9.5);
  EXPECT_THAT(json_lines(inventory, {{"device.name", "A100"}}), testing::StartsWith("{\"context\":"));
}

TEST_F(InventoryOf, ExportsARowForEachSample) {
  Inventory inventory(file_);
  const std::vector<Config> rows = sample_rows(inventory, {{"device.name", "H200"}});
  ASSERT_THAT(rows, SizeIs(4));
  EXPECT_EQ(rows[1].text("ms"), "1");
  EXPECT_EQ(rows[1].integer("sample"), 2);
  EXPECT_EQ(rows[3].text("failure_kind"), "timeout");
}

TEST_F(InventoryOf, PrunesByAge) {
  Inventory inventory(file_);
  const Pruned counted = inventory.prune({}, 2000, true);
  EXPECT_EQ(counted.batches, 1);
  EXPECT_EQ(inventory.entries().at(0).configs, 2);  // nothing was removed
  EXPECT_EQ(inventory.prune({}, 2000).batches, 1);
  EXPECT_EQ(inventory.entries().at(0).configs, 1);
  EXPECT_THAT(Store(file_).history(kH200, {{"BM", 64}}).samples_ms, IsEmpty());
  EXPECT_THAT(inventory.verify().faults, IsEmpty());
}

TEST_F(InventoryOf, PrunesByDeviceAndLeavesNothingOfAnEntry) {
  Inventory inventory(file_);
  EXPECT_EQ(inventory.prune({{"device.name", "A100"}, {"problem", "conv"}}, kNever).batches, 0);
  const Pruned pruned = inventory.prune({{"device.name", "H200"}, {"problem.M", "4096"}}, kNever);
  EXPECT_EQ(pruned.batches, 2);
  EXPECT_EQ(pruned.choices, 1);
  ASSERT_THAT(inventory.entries(), SizeIs(1));
  EXPECT_EQ(inventory.entries()[0].context, kA100);
  Store store(file_);
  append(store, kH200, {.config = {{"BM", 64}}, .result = Samples{5}});
  EXPECT_EQ(store.history(kH200, {{"BM", 64}}).samples_ms, Samples{5});
}

TEST(Inventory, NeedsAStore) {
  const test::TemporaryFolder folder;
  EXPECT_ERROR(Inventory(folder.path() / "none"), ErrorKind::no_store, HasSubstr("cannot use"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "none"));
}

TEST(Listing, TimesAreUtc) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(1796012578), "2026-11-30T04:22:58Z");
  EXPECT_EQ(utc_text(INT64_MAX), "9999-12-31T23:59:59Z");
  EXPECT_EQ(utc_text(INT64_MIN), "1970-01-01T00:00:00Z");
}

}  // namespace
}  // namespace tilewright::store
