#pragma once

#include <string_view>
#include <vector>

// Which part of the tree may look into which, as tables.
namespace tilewright::structure {

using Texts = std::vector<std::string_view>;

/// A part of the tree and what it may include of the project. The first one that fits a path holds for it.
struct Room {
  std::string_view prefix;
  Texts may_include;
};

inline const std::vector<Room> kRooms = {
    {"core/error.hpp", {}},
    {"core/stats/", {"core/error.hpp", "core/stats/"}},
    {"core/tuning/", {"core/error.hpp", "core/stats/", "core/tuning/"}},
    {"core/gemm/", {"core/error.hpp", "core/stats/", "core/tuning/", "core/gemm/"}},
    {"core/store/", {"core/error.hpp", "core/stats/", "core/tuning/", "core/gemm/", "core/store/"}},
    {"core/formats/", {"core/error.hpp", "core/stats/", "core/tuning/", "core/gemm/", "core/formats/"}},
    {"core/report/", {"core/error.hpp", "core/stats/", "core/tuning/", "core/gemm/", "core/report/"}},
    {"sim/", {"core/", "sim/"}},
    {"kernels/", {"core/error.hpp", "core/stats/", "core/gemm/", "kernels/"}},
    {"backends/", {"core/", "sim/", "kernels/", "backends/"}},
    {"cli/", {"core/", "sim/", "kernels/", "backends/", "cli/"}},
    {"examples/", {"core/", "sim/", "kernels/", "backends/"}},
    {"tests/cli/", {"core/", "sim/", "kernels/", "backends/", "cli/", "tests/"}},
    {"tests/", {"core/", "sim/", "kernels/", "backends/", "tests/"}},
};

/// What some files may not use at all. An empty list is no condition.
struct Ban {
  std::string_view reason;
  Texts where = {};     ///< beginnings of the paths to which it applies
  Texts but_not = {};   ///< parts of the paths to which it does not
  Texts endings = {};   ///< of the paths to which it applies
  Texts includes = {};  ///< beginnings of what is not to be included
  Texts words = {};     ///< identifiers that are not to be used
};

inline const Texts kLibrary = {"core/", "sim/", "kernels/", "backends/"};

inline const std::vector<Ban> kBans = {
    {.reason = "nvcc cannot compile range-v3, so it stays in .cpp files",
     .endings = {".hpp", ".cuh", ".cu"},
     .includes = {"range/v3/"}},
    {.reason = "an installed header needs nothing but the standard library, others are in a folder detail",
     .where = kLibrary,
     .but_not = {"/detail/"},
     .endings = {".hpp", ".cuh"},
     .includes = {"fmt/", "nlohmann/", "boost/", "zlib.h"}},
    {.reason = "core has no clock",
     .where = {"core/"},
     .includes = {"chrono", "ctime", "time.h", "sys/time.h"},
     .words = {"clock", "clock_gettime"}},
    {.reason = "core has no threads", .where = {"core/"}, .includes = {"thread", "future", "stop_token", "pthread.h"}},
    {.reason = "core starts no process",
     .where = {"core/"},
     .includes = {"unistd.h", "spawn.h", "sys/wait.h", "csignal"},
     .words = {"system", "popen", "fork", "posix_spawn"}},
    {.reason = "only core/store and core/formats touch files",
     .where = {"core/"},
     .but_not = {"core/store/", "core/formats/"},
     .includes = {"fstream", "filesystem", "cstdio", "stdio.h"},
     .words = {"fopen"}},
    {.reason = "only cli and backends read the environment",
     .where = {"core/", "sim/", "kernels/", "examples/"},
     .words = {"getenv", "secure_getenv", "setenv", "putenv", "environ"}},
    {.reason = "not the same on every standard library",
     .where = kLibrary,
     .words = {"normal_distribution", "uniform_real_distribution", "uniform_int_distribution", "bernoulli_distribution",
               "discrete_distribution", "generate_canonical", "seed_seq", "random_device", "default_random_engine"}},
    {.reason = "numbers are written the same in every locale",
     .where = kLibrary,
     .includes = {"locale", "clocale"},
     .words = {"setlocale", "imbue", "stod", "strtod", "atof"}},
};

}  // namespace tilewright::structure
