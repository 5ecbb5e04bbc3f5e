#include "tests/structure/layering.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace tilewright::structure {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::filesystem::path kRoot = TILEWRIGHT_SOURCE_DIR;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Layering, HoldsForEveryFile) {
  for (const std::string& file : source_files(kRoot)) {
    EXPECT_THAT(violations(file, read(kRoot / file)), IsEmpty());
  }
}

TEST(Layering, ReadsEveryRoom) {
  const auto files = source_files(kRoot);
  EXPECT_THAT(files, Contains("core/tuning/tune.hpp"));
  EXPECT_THAT(files, Contains("tests/structure/layering_test.cpp"));
  EXPECT_THAT(read(kRoot / "core/tuning/tune.hpp"), HasSubstr("#include"));
}

/// One line that is planted into a file, and what is said of it: nothing when it is allowed.
struct Plant {
  std::string path;
  std::string line;
  std::string fault;
};

void PrintTo(const Plant& plant, std::ostream* out) { *out << plant.path << ": " << plant.line; }

class Planted : public testing::TestWithParam<Plant> {};

TEST_P(Planted, IsJudged) {
  const auto& [path, line, fault] = GetParam();
  const auto found = violations(path, "#pragma once\n" + line + "\n");
  if (fault.empty()) {
    EXPECT_THAT(found, IsEmpty());
  } else {
    EXPECT_THAT(found, ElementsAre(path + ":2: " + fault));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Includes, Planted,
    testing::Values(
        Plant{"core/stats/mean.cpp", "#include \"core/stats/mean.hpp\"", ""},
        Plant{"core/stats/mean.cpp", "#include \"core/error.hpp\"", ""},
        Plant{"core/stats/mean.cpp", "#include <vector>", ""},
        Plant{"core/stats/mean.cpp", "#include \"core/tuning/space.hpp\"", "includes core/tuning/space.hpp"},
        Plant{"core/stats/mean.cpp", "  #  include \"core/tuning/space.hpp\"", "includes core/tuning/space.hpp"},
        Plant{"core/stats/mean.cpp", "#include <tilewright/core/tuning/space.hpp>", "includes core/tuning/space.hpp"},
        Plant{"core/stats/mean.cpp", "// #include \"core/tuning/space.hpp\"", ""},
        Plant{"core/tuning/tune.cpp", "#include \"core/gemm/shape.hpp\"", "includes core/gemm/shape.hpp"},
        Plant{"core/gemm/problem.cpp", "#include \"core/tuning/problem.hpp\"", ""},
        Plant{"core/gemm/problem.cpp", "#include \"core/report/table.hpp\"", "includes core/report/table.hpp"},
        Plant{"core/formats/t4.cpp", "#include \"core/gemm/shape.hpp\"", ""},
        Plant{"core/formats/t4.cpp", "#include \"core/store/key.hpp\"", "includes core/store/key.hpp"},
        Plant{"core/error.hpp", "#include \"core/stats/mean.hpp\"", "includes core/stats/mean.hpp"},
        Plant{"sim/device.cpp", "#include \"core/gemm/shape.hpp\"", ""},
        Plant{"sim/device.cpp", "#include \"backends/replay.hpp\"", "includes backends/replay.hpp"},
        Plant{"kernels/source.cpp", "#include \"core/gemm/shape.hpp\"", ""},
        Plant{"kernels/source.cpp", "#include \"core/tuning/tune.hpp\"", "includes core/tuning/tune.hpp"},
        Plant{"backends/cuda.cpp", "#include \"kernels/source.hpp\"", ""},
        Plant{"backends/cuda.cpp", "#include \"cli/options.hpp\"", "includes cli/options.hpp"},
        Plant{"cli/main.cpp", "#include \"cli/options.hpp\"", ""},
        Plant{"cli/main.cpp", "#include \"examples/backend.hpp\"", "includes examples/backend.hpp"},
        Plant{"examples/quickstart.cpp", "#include <tilewright/core/tuning/tune.hpp>", ""},
        Plant{"examples/quickstart.cpp", "#include \"cli/options.hpp\"", "includes cli/options.hpp"},
        Plant{"tests/cli/options_test.cpp", "#include \"cli/options.hpp\"", ""},
        Plant{"tests/core/tuning/tune_test.cpp", "#include \"cli/options.hpp\"", "includes cli/options.hpp"},
        Plant{"tests/core/tuning/tune_test.cpp", "#include \"../tune.hpp\"", "includes ../tune.hpp"}));

INSTANTIATE_TEST_SUITE_P(
    Libraries, Planted,
    testing::Values(
        Plant{"core/tuning/space.cpp", "#include <range/v3/all.hpp>", ""},
        Plant{"tests/core/lists.hpp", "#include <range/v3/all.hpp>",
              "includes range/v3/all.hpp: nvcc cannot compile range-v3, so it stays in .cpp files"},
        Plant{"sim/device.hpp", "#include <fmt/format.h>",
              "includes fmt/format.h: an installed header needs nothing but the standard library, others are in a "
              "folder detail"},
        Plant{"sim/detail/text.hpp", "#include <fmt/format.h>", ""},
        Plant{"cli/options.hpp", "#include <boost/program_options.hpp>", ""}));

INSTANTIATE_TEST_SUITE_P(
    World, Planted,
    testing::Values(
        Plant{"core/tuning/tune.cpp", "#include <chrono>", "includes chrono: core has no clock"},
        Plant{"backends/cpu.cpp", "#include <chrono>", ""},
        Plant{"core/tuning/tune.cpp", "#include <thread>", "includes thread: core has no threads"},
        Plant{"core/report/plot.cpp", "  std::system(line);", "uses system: core starts no process"},
        Plant{"core/report/plot.cpp", "  return \"the system (see \\\"system\\\") \";  // system", ""},
        Plant{"core/report/plot.cpp", "  if (c == '\"') system(line);", "uses system: core starts no process"},
        Plant{"core/tuning/tune.cpp", "  if (std::getenv(\"HOME\")) return;",
              "uses getenv: only cli and backends read the environment"},
        Plant{"sim/device.cpp", "  getenv(name);", "uses getenv: only cli and backends read the environment"},
        Plant{"cli/main.cpp", "  getenv(name);", ""},
        Plant{"core/tuning/tune.cpp", "#include <fstream>",
              "includes fstream: only core/store and core/formats touch files"},
        Plant{"core/formats/t4.cpp", "#include <fstream>", ""},
        Plant{"sim/noise.cpp", "  std::normal_distribution<double> noise;",
              "uses normal_distribution: not the same on every standard library"}));

TEST(Layering, KnowsEveryFolder) {
  EXPECT_THAT(violations("core/misc/a.cpp", ""), ElementsAre("core/misc/a.cpp:1: is in no room of DESIGN.md"));
}

}  // namespace
}  // namespace tilewright::structure
