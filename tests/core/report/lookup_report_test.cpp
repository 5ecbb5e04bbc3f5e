#include "core/report/lookup_report.hpp"

#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

LookupResult sample() {
  return {.shape = {32, 4096, 64},
          .found = "nearest",
          .distance = 1,
          .config = {{"BM", std::int64_t{16}}},
          .label = "16",
          .known = KnownShape{.shape = {16, 4096, 64}, .median_ms = 0.5, .default_ms = 1.0},
          .gpu = "rtx3070"};
}

TEST(LookupReport, Table) {
  EXPECT_EQ(lookup_table(sample(), {}), R"(32x4096x64 on rtx3070: 16
found:    nearest: measured on 16x4096x64, distance 1 (doublings of M, N and K together)
config:   BM=16
measured: median 0.5000 ms, default 1.0000 ms
)");
}

TEST(LookupReport, TableSaysWhyTheDefault) {
  LookupResult result = sample();
  result.found = "default";
  EXPECT_NE(lookup_table(result, {}).find("default: faster on this shape than the pick"), std::string::npos);
  result.known.reset();
  EXPECT_NE(lookup_table(result, {}).find("default: nothing nearer can run"), std::string::npos);
}

TEST(LookupReport, Json) {
  EXPECT_EQ(lookup_json(sample()), R"({
  "schema": "tilewright.lookup/1",
  "shape": {"M": 32, "N": 4096, "K": 64},
  "gpu": "rtx3070",
  "found": "nearest",
  "distance": 1.0,
  "config": {"BM": 16},
  "measured": {"M": 16, "N": 4096, "K": 64, "median_ms": 0.5, "default_ms": 1.0, "predicted_ms": null}
}
)");
}

TEST(LookupReport, Csv) {
  EXPECT_EQ(lookup_csv(sample()),
            "M,N,K,found,distance,BM,measured_M,measured_N,measured_K,median_ms,default_ms,predicted_ms\n"
            "32,4096,64,nearest,1,16,16,4096,64,0.5,1,\n");
}

}  // namespace
}  // namespace tilewright::report
