#pragma once

#include <string_view>
#include <vector>

// DESIGN.md's "Rooms and who may look into which", as tables.
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

/// What some files may not use at all.
struct Ban {
  std::string_view reason;
  Texts where;     ///< beginnings of paths
  Texts spared;    ///< beginnings of paths to which it does not apply
  Texts endings;   ///< of the paths to which it applies; empty for all
  Texts includes;  ///< beginnings of what is included
  Texts words;     ///< identifiers
};

inline const Texts kEverywhere = {""};
inline const Texts kLibrary = {"core/", "sim/", "kernels/", "backends/"};

inline const std::vector<Ban> kBans = {
    {"nvcc cannot compile range-v3, so it stays in .cpp files",
     kEverywhere,
     {},
     {".hpp", ".cuh", ".cu"},
     {"range/v3/"},
     {}},
    {"who uses an installed header needs nothing but the standard library",
     kLibrary,
     {},
     {".hpp", ".cuh"},
     {"fmt/", "nlohmann/", "boost/"},
     {}},
    {"core has no clock", {"core/"}, {}, {}, {"chrono", "ctime", "time.h", "sys/time.h"}, {"clock", "clock_gettime"}},
    {"core has no threads", {"core/"}, {}, {}, {"thread", "future", "stop_token", "pthread.h"}, {}},
    {"core starts no process",
     {"core/"},
     {},
     {},
     {"unistd.h", "spawn.h", "sys/wait.h", "csignal"},
     {"system", "popen", "fork", "posix_spawn"}},
    {"only core/store and core/formats touch files",
     {"core/"},
     {"core/store/", "core/formats/"},
     {},
     {"fstream", "filesystem", "cstdio", "stdio.h"},
     {"fopen"}},
    {"only cli and backends read the environment",
     {"core/", "sim/", "kernels/", "examples/"},
     {},
     {},
     {},
     {"getenv", "secure_getenv", "setenv", "putenv", "environ"}},
    {"not the same on every standard library",
     kLibrary,
     {},
     {},
     {},
     {"normal_distribution", "uniform_real_distribution", "uniform_int_distribution", "bernoulli_distribution",
      "discrete_distribution", "generate_canonical", "seed_seq", "random_device", "default_random_engine"}},
    {"numbers are written the same in every locale",
     kLibrary,
     {},
     {},
     {"locale", "clocale"},
     {"setlocale", "imbue", "stod", "strtod", "atof"}},
};

}  // namespace tilewright::structure
