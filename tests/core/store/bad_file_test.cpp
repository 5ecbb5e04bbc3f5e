// Files that are not what they should be, and places where nothing can be stored: tuning goes on, with one warning.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

#include "core/store/inventory.hpp"
#include "core/store/store.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/in_another_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::store {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

const Config kContext{{"problem", "gemm"}};
const Config kConfig{{"BM", 128}};

bool append(Store& store, double ms = 1) {
  const Record record{.config = kConfig, .result = Samples{ms}};
  return store.append(kContext, std::span(&record, 1));
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// A database with whatever `sql` makes.
void run_sql(const fs::path& path, const char* sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
}

/// A store with `count` samples, closed.
fs::path make_store(const fs::path& file, int count = 1) {
  Store store(file);
  for (int i = 0; i < count; ++i) EXPECT_TRUE(append(store, i + 1));
  return file;
}

/// The store can be used, what was there is under another name, and it says so.
void expect_set_aside(const fs::path& file, int number) {
  const std::string was = read(file);
  const std::string name = file.filename().string() + ".bad-" + std::to_string(number);
  Store store(file);
  EXPECT_THAT(store.warning(), AllOf(HasSubstr("set aside as '" + name + "'"), testing::Not(HasSubstr("\n"))));
  EXPECT_EQ(read(file.parent_path() / name), was);
  EXPECT_TRUE(append(store));
  EXPECT_EQ(store.history(kContext, kConfig).samples_ms, Samples{1});
  EXPECT_EQ(Store(file).warning(), "");
}

TEST(BadStoreFile, DamagedOnesAreSetAside) {
  const TemporaryFolder folder;
  const fs::path file = make_store(folder.path() / "store.sqlite", 100);
  const std::string good = read(file);
  int number = 0;
  for (const std::string& bad : {std::string("junk"), std::string(5000, '\0'), std::string(100000, 'x'),
                                 good.substr(0, good.size() / 2), good.substr(0, 101), "x" + good}) {
    write(file, bad);
    expect_set_aside(file, ++number);
  }
}

TEST(BadStoreFile, OfAnotherProgramIsSetAside) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "store.sqlite";
  run_sql(file, "CREATE TABLE bookmarks (url TEXT)");
  expect_set_aside(file, 1);
}

TEST(BadStoreFile, AnEmptyOneIsTaken) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "store.sqlite";
  write(file, "");
  Store store(file);
  EXPECT_TRUE(append(store));
  EXPECT_EQ(store.warning(), "");
}

TEST(BadStoreFile, TruncatedAnywhereItNeverBreaksTuning) {
  const TemporaryFolder folder;
  const std::string good = read(make_store(folder.path() / "good.sqlite"));
  for (std::size_t size = 0; size < good.size(); size += size < 200 ? 1 : 509) {
    const fs::path file = folder.path() / ("cut-" + std::to_string(size));
    write(file, good.substr(0, size));
    Store store(file);
    EXPECT_TRUE(append(store)) << size << ": " << store.warning();
  }
}

/// Damage inside: where a page is overwritten, opening may not notice.
TEST(BadStoreFile, OverwrittenAnywhereItNeverBreaksTuning) {
  const TemporaryFolder folder;
  const std::string good = read(make_store(folder.path() / "good.sqlite", 50));
  for (std::size_t at = 0; at + 64 < good.size(); at += 2048) {
    const fs::path file = folder.path() / ("over-" + std::to_string(at));
    write(file, std::string(good).replace(at, 64, 64, '\xa5'));
    Store store(file);
    static_cast<void>(store.history(kContext, kConfig));
    static_cast<void>(store.miss({{"problem", "other"}}));
    static_cast<void>(append(store));
    for (const double ms : store.history(kContext, kConfig).samples_ms) {
      EXPECT_TRUE(ms >= 1 && ms <= 50) << at;
    }
  }
}

TEST(BadStoreFile, DamagedRowsAreNotUsedAndVerifyFindsThem) {
  const TemporaryFolder folder;
  const fs::path file = make_store(folder.path() / "store.sqlite", 3);
  run_sql(file, "UPDATE batches SET samples_ms = zeroblob(8) WHERE id = 2");
  Store store(file);
  EXPECT_EQ(store.history(kContext, kConfig).samples_ms, (Samples{1, 3}));
  EXPECT_THAT(store.warning(), HasSubstr("damaged rows"));
  EXPECT_THAT(Inventory(file).verify().faults, testing::ElementsAre("batch 2 does not fit its hash"));
}

TEST(BadStoreFile, OfANewerVersionIsLeftAlone) {
  const TemporaryFolder folder;
  const fs::path file = make_store(folder.path() / "store.sqlite");
  run_sql(file, "PRAGMA user_version = 99");
  Store store(file);
  EXPECT_THAT(store.warning(), HasSubstr("a newer tilewright made it (schema 99, this one knows 1)"));
  EXPECT_FALSE(append(store));
  EXPECT_THAT(store.history(kContext, kConfig).samples_ms, IsEmpty());
  run_sql(file, "PRAGMA user_version = 1");
  EXPECT_EQ(Store(file).history(kContext, kConfig).samples_ms, Samples{1});
}

TEST(BadStoreFile, WhatIsNoFileIsLeftAlone) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "folder");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0666), 0);
  write(folder.path() / "file", "");
  for (const fs::path& place : {folder.path() / "folder", folder.path() / "pipe",
                                folder.path() / "file" / "store.sqlite", fs::path("/dev/null")}) {
    Store store(place);
    EXPECT_THAT(store.warning(), AllOf(HasSubstr("cannot use '" + place.string()), HasSubstr("nothing is")));
    EXPECT_FALSE(append(store));
    EXPECT_EQ(store.miss(kContext), std::nullopt);
    EXPECT_ERROR(Inventory{place}, ErrorKind::no_store, HasSubstr("cannot use"));
  }
  EXPECT_EQ(read(folder.path() / "file"), "");
}

TEST(BadStoreFile, AReadOnlyFolderCostsOneWarning) {
  const TemporaryFolder folder;
  const fs::path file = make_store(folder.path() / "store.sqlite");
  for (const auto& [place, mode] : {std::pair(folder.path(), 0555), std::pair(file, 0444)})
    fs::permissions(place, fs::perms(mode));
  EXPECT_TRUE(test::in_another_process([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) return false;  // root may write to any folder
    Store store(file);
    Store none(folder.path() / "new.sqlite");
    return !append(store) && !append(none) && !store.warning().empty() && !none.warning().empty();
  }));
}

TEST(BadStoreFile, AFullDiskCostsOneWarningAndNothingThatWasStored) {
  const TemporaryFolder folder;
  const fs::path file = make_store(folder.path() / "store.sqlite", 3);
  EXPECT_TRUE(test::in_another_process([&] {
    // The limit on the size of a file stands in for the disk: the writer gets an error in the middle.
    ::signal(SIGXFSZ, SIG_IGN);
    Store store(file);
    const rlimit limit{20000, 20000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    bool stored = true;
    for (int i = 0; i < 100 && stored; ++i) stored = append(store, 4);
    const std::string warning = store.warning();
    return !stored && warning.find("cannot be used any more") != std::string::npos && !append(store, 5) &&
           store.warning() == warning;
  }));
  const Samples kept = Store(file).history(kContext, kConfig).samples_ms;
  ASSERT_GE(kept.size(), 3U);
  EXPECT_EQ(Samples(kept.begin(), kept.begin() + 3), (Samples{1, 2, 3}));
  EXPECT_THAT(Inventory(file).verify().faults, IsEmpty());
}

TEST(BadStoreFile, ManyProcessesThatFindItDamagedMakeOneNewOne) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "store.sqlite";
  write(file, std::string(10000, 'x'));
  constexpr int kProcesses = 4;
  for (int process = 0; process < kProcesses; ++process)
    if (::fork() == 0) {
      Store store(file);
      ::_exit(append(store, process + 1) ? 0 : 1);
    }
  for (int process = 0; process < kProcesses; ++process) {
    int status = 1;
    ASSERT_GT(::wait(&status), 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_THAT(Store(file).history(kContext, kConfig).samples_ms, testing::UnorderedElementsAre(1, 2, 3, 4));
  EXPECT_FALSE(fs::exists(folder.path() / "store.sqlite.bad-2"));
}

}  // namespace
}  // namespace tilewright::store
