#include "backends/cuda/cubin_cache.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "backends/cuda/binary_file.hpp"
#include "tests/support/in_another_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::backends::cuda {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const CompileJob kJob{"source", {"--gpu-architecture=sm_86", "-DBM=64"}};

Binary binary_of(const std::string& cubin) {
  return {.cubin = cubin, .kernels = {{"gemm", {128, 0, 0, 0, 16}}}, .compile_ms = 12.5};
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(BinaryFile, what_is_written_is_read) {
  const std::string bytes = to_file("key", binary_of(std::string("\0\xff\n", 3)));
  const auto read_back = from_file("key", bytes);
  ASSERT_TRUE(read_back.has_value());
  EXPECT_EQ(read_back->cubin, std::string("\0\xff\n", 3));
  EXPECT_EQ(read_back->kernels.at("gemm"), (KernelUsage{128, 0, 0, 0, 16}));
  EXPECT_EQ(read_back->compile_ms, 12.5);
  EXPECT_TRUE(read_back->from_cache);
  EXPECT_FALSE(from_file("other key", bytes).has_value());
}

RC_GTEST_PROP(BinaryFile, damage_is_found, (const std::string& cubin)) {
  std::string bytes = to_file("key", binary_of(cubin));
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  if (*rc::gen::arbitrary<bool>()) {
    bytes.resize(at);
  } else {
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << *rc::gen::inRange(0, 8)));
  }
  RC_ASSERT(!from_file("key", bytes).has_value());
}

TEST(CubinKey, depends_on_source_options_and_version) {
  const std::string key = cubin_key(kJob, "13.0");
  EXPECT_EQ(key.size(), 32U);
  EXPECT_EQ(cubin_key(kJob, "13.0"), key);
  EXPECT_NE(cubin_key({"source ", kJob.options}, "13.0"), key);
  EXPECT_NE(cubin_key({"source", {"--gpu-architecture=sm_90", "-DBM=64"}}, "13.0"), key);
  EXPECT_NE(cubin_key({"source", {"--gpu-architecture=sm_86-DBM=64"}}, "13.0"), key);
  EXPECT_NE(cubin_key(kJob, "12.8"), key);
}

TEST(CubinCache, gives_what_was_stored_also_to_another_cache) {
  const TemporaryFolder folder;
  CubinCache cache(folder.path() / "a" / "b");  // made when it is needed
  EXPECT_FALSE(cache.find("k").has_value());
  cache.store("k", binary_of("code"));
  EXPECT_EQ(cache.find("k").value().cubin, "code");
  EXPECT_EQ(CubinCache(folder.path() / "a" / "b").find("k").value().cubin, "code");
  EXPECT_FALSE(cache.find("l").has_value());
  EXPECT_EQ(files_in(folder.path() / "a" / "b"), 1U);  // nothing temporary is left
  EXPECT_THAT(cache.notes(), IsEmpty());
}

TEST(CubinCache, an_empty_path_keeps_nothing) {
  CubinCache cache({});
  cache.store("k", binary_of("code"));
  EXPECT_FALSE(cache.find("k").has_value());
  EXPECT_THAT(cache.notes(), IsEmpty());
}

TEST(CubinCache, a_damaged_file_is_set_aside_and_written_again) {
  const TemporaryFolder folder;
  CubinCache cache(folder.path());
  cache.store("k", binary_of("code"));
  const fs::path file = folder.path() / "k.cubin";
  const std::string good = read(file);
  for (const std::string& bad : {std::string(), std::string("junk"), good.substr(0, good.size() / 2), good + "x"}) {
    write(file, bad);
    EXPECT_FALSE(cache.find("k").has_value());
    EXPECT_FALSE(fs::exists(file));
    EXPECT_EQ(read(folder.path() / "k.cubin.bad"), bad);
  }
  cache.store("k", binary_of("code"));
  EXPECT_EQ(read(file), good);
  EXPECT_THAT(cache.notes(), ElementsAre(HasSubstr("k.cubin is damaged and set aside as .bad; compiled again")));
}

TEST(CubinCache, a_file_of_another_key_is_not_taken) {
  const TemporaryFolder folder;
  CubinCache cache(folder.path());
  cache.store("k", binary_of("code"));
  fs::rename(folder.path() / "k.cubin", folder.path() / "l.cubin");
  EXPECT_FALSE(cache.find("l").has_value());
}

TEST(CubinCache, a_place_that_cannot_be_written_costs_one_note) {
  const TemporaryFolder folder;
  write(folder.path() / "file", "");  // root may write anywhere, but no file is a folder
  CubinCache cache(folder.path() / "file" / "cubins");
  cache.store("k", binary_of("code"));
  cache.store("l", binary_of("code"));
  EXPECT_FALSE(cache.find("k").has_value());
  EXPECT_THAT(cache.notes(), ElementsAre(HasSubstr("kernels are compiled again next time")));
}

TEST(CubinCache, a_read_only_folder_is_read_and_costs_one_note) {
  const TemporaryFolder folder;
  CubinCache(folder.path()).store("k", binary_of("code"));
  fs::permissions(folder.path(), fs::perms(0555));
  EXPECT_TRUE(test::in_another_process([&] {
    // Root may write to any folder.
    if (::geteuid() == 0 && ::setuid(65534) != 0) return false;
    CubinCache cache(folder.path());
    cache.store("l", binary_of("code"));
    cache.store("m", binary_of("code"));
    return cache.find("k").has_value() && !cache.find("l") && cache.notes().size() == 1 &&
           cache.notes()[0].find("cannot write to") != std::string::npos;
  }));
}

TEST(CubinCache, a_full_disk_costs_one_note_and_leaves_nothing_behind) {
  const TemporaryFolder folder;
  EXPECT_TRUE(test::in_another_process([&] {
    // The limit on the size of a file stands in for the disk: the writer gets an error in the middle.
    const rlimit limit{64, 64};
    ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    CubinCache cache(folder.path());
    cache.store("k", binary_of(std::string(10000, 'x')));
    return cache.notes().size() == 1 && !cache.find("k") && files_in(folder.path()) == 0;
  }));
}

TEST(CubinCache, leftovers_of_killed_writers_go_after_an_hour) {
  const TemporaryFolder folder;
  write(folder.path() / "old.tmp", "");
  write(folder.path() / "new.tmp", "");
  fs::last_write_time(folder.path() / "old.tmp", fs::file_time_type::clock::now() - std::chrono::hours(2));
  const CubinCache cache(folder.path());
  EXPECT_FALSE(fs::exists(folder.path() / "old.tmp"));
  EXPECT_TRUE(fs::exists(folder.path() / "new.tmp"));
}

TEST(CubinCache, many_processes_write_and_read_one_key) {
  const TemporaryFolder folder;
  const Binary binary = binary_of(std::string(300000, 'x'));
  constexpr int kProcesses = 4;
  for (int process = 0; process < kProcesses; ++process)
    if (::fork() == 0) {
      CubinCache cache(folder.path());
      bool good = true;
      for (int i = 0; i < 50; ++i) {
        cache.store("k", binary);
        const auto found = cache.find("k");
        good = good && found && found->cubin == binary.cubin;
      }
      ::_exit(good && cache.notes().empty() ? 0 : 1);
    }
  for (int process = 0; process < kProcesses; ++process) {
    int status = 1;
    ASSERT_GT(::wait(&status), 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(CubinCache, many_threads_write_while_the_file_is_damaged) {
  const TemporaryFolder folder;
  CubinCache cache(folder.path());
  const Binary binary = binary_of(std::string(50000, 'y'));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        cache.store("k", binary);
        if (i % 10 == 0) write(folder.path() / "k.cubin", "damage");
        if (const auto found = cache.find("k"); found && found->cubin != binary.cubin) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(CachedCompiler, compiles_once_and_keeps_no_failure) {
  const TemporaryFolder folder;
  CubinCache cache(folder.path());
  int compiled = 0;
  const Compiler compiler = cached(cache, "13.0", [&](const CompileJob& job) -> CompileOutcome {
    ++compiled;
    if (job.source == "bad") return Failure{FailureKind::compile, "no"};
    return binary_of(job.source);
  });
  EXPECT_FALSE(std::get<Binary>(compiler(kJob)).from_cache);
  EXPECT_TRUE(std::get<Binary>(compiler(kJob)).from_cache);
  EXPECT_EQ(std::get<Binary>(compiler(kJob)).cubin, "source");
  EXPECT_EQ(compiled, 1);
  EXPECT_EQ(std::get<Failure>(compiler({"bad", {}})).text, "no");
  EXPECT_EQ(std::get<Failure>(compiler({"bad", {}})).text, "no");
  EXPECT_EQ(compiled, 3);
}

}  // namespace
}  // namespace tilewright::backends::cuda
