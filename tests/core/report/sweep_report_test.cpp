#include "core/report/sweep_report.hpp"

#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

Config tile(std::int64_t bm) { return {{"BM", bm}}; }

SweepRun sample_run() {
  return {.gpu = "rtx3070",
          .backend = "fake_measure",
          .default_config = tile(64),
          .default_origin = "as given",
          .shapes = {{.shape = {16, 4096, 64},
                      .state = SweptState::tuned,
                      .config = tile(16),
                      .median_ms = 0.5,
                      .default_ms = 1.0,
                      .predicted_ms = 0.25,
                      .samples = 25},
                     {.shape = {64, 64, 64},
                      .state = SweptState::known,
                      .config = tile(64),
                      .median_ms = 2.0,
                      .default_ms = 2.0,
                      .samples = 3},
                     {.shape = {1, 1, 1}, .state = SweptState::no_valid_config, .why_not = "all rejected, \"so\""}},
          .notes = {"one note"}};
}

TEST(SweepReport, Table) {
  EXPECT_EQ(sweep_table(sample_run(), {}),
            R"(3 shapes on rtx3070 with fake_measure: 1 tuned, 1 in the table already, 1 without a valid config
default: BM=64 (as given)

shape       state            config  predicted ms  median ms  default ms  vs default
----------  ---------------  ------  ------------  ---------  ----------  ----------
16x4096x64  tuned            BM=16         0.2500     0.5000      1.0000     -50.0 %
64x64x64    known            BM=64                    2.0000      2.0000        same
1x1x1       no valid config
note: 1x1x1: all rejected, "so"
note: one note
)");
}

TEST(SweepReport, Json) {
  EXPECT_EQ(sweep_json(sample_run()), R"({
  "schema": "tilewright.sweep/1",
  "gpu": "rtx3070",
  "backend": "fake_measure",
  "default": {"BM": 64},
  "counts": {"shapes": 3, "tuned": 1, "known": 1, "no_valid_config": 1},
  "shapes": [
    {
      "M": 16,
      "N": 4096,
      "K": 64,
      "state": "tuned",
      "config": {"BM": 16},
      "median_ms": 0.5,
      "default_ms": 1.0,
      "predicted_ms": 0.25,
      "samples": 25,
      "why_not": null
    },
    {
      "M": 64,
      "N": 64,
      "K": 64,
      "state": "known",
      "config": {"BM": 64},
      "median_ms": 2.0,
      "default_ms": 2.0,
      "predicted_ms": null,
      "samples": 3,
      "why_not": null
    },
    {"M": 1, "N": 1, "K": 1, "state": "no_valid_config", "config": null, "median_ms": null, "default_ms": null, "predicted_ms": null, "samples": 0, "why_not": "all rejected, \"so\""}
  ],
  "notes": ["one note"]
}
)");
}

TEST(SweepReport, Csv) {
  EXPECT_EQ(sweep_csv(sample_run()), R"(M,N,K,state,BM,median_ms,default_ms,predicted_ms,samples,why_not
16,4096,64,tuned,16,0.5,1,0.25,25,
64,64,64,known,64,2,2,,3,
1,1,1,no_valid_config,,,,,0,"all rejected, ""so"""
)");
}

}  // namespace
}  // namespace tilewright::report
