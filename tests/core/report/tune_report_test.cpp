#include "core/report/tune_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/report/sample_run.hpp"

namespace tilewright::report {
namespace {

using Json = nlohmann::ordered_json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(TuneTable, ShowsEveryStageAndEndsWithTheReason) {
  TuneRun run = sample_run();
  run.pick_details = "more on the pick\n";
  EXPECT_EQ(tune_table(run, {}), R"(copy rows=1024 device=none
measured by by_hand seed=7
2 of 6 configs pruned: 2 by shared memory (e.g. shared memory 4096 B > 2048 B)
4 of 4 kept configs tried, 3 samples each

   tile  order    smem B  regs/thread  predicted ms  median ms  [p20, p80] ms    vs fastest
   ----  -------  ------  -----------  ------------  ---------  ---------------  ----------
=   128  rows       1024           64         4.000      5.000  [4.400, 5.600]      fastest
*    64  rows        512           64         4.000      6.000  [5.400, 6.600]      +20.0 %
    128  columns    1024           64         4.500     10.000  [9.400, 10.600]    +100.0 %
     64  columns     512           64         4.500          -  -                         -  timeout: no answer, "3" s
* pick   = not told from the fastest by the rule
note: 3 configs asked for, 1 added because the model cannot tell them from the last one
note: 1 of 4 configs failed: 1 timeout

more on the pick

pick: tile=64 order=rows
rule: t3
why:  it needs half the shared memory
)");
}

TEST(TuneTable, MarksThePickInColourToo) {
  EXPECT_THAT(tune_table(sample_run(), {.colour = true}), HasSubstr("\033[1;32m*    64  rows"));
}

TEST(TuneTable, EndsWithWhyNothingCanBeShipped) {
  EXPECT_EQ(tune_table(pruned_run(), {}), R"(copy rows=1024 device=none
measured by by_hand seed=7
6 of 6 configs pruned: 6 by shared memory (e.g. shared memory 4096 B > 2048 B)

no valid config: all 6 configs rejected: 6 by shared memory
)");
  EXPECT_THAT(tune_table(failed_run(), {}), EndsWith("compile: no such instruction\n"));
  EXPECT_THAT(tune_table(failed_run(), {}), Not(HasSubstr("* pick")));
}

TEST(TuneTable, KeepsALongFailureOnOneLine) {
  TuneRun run = sample_run();
  run.result.trials[2].failure->text = "first\nsecond\n" + std::string(1000, 'x');
  EXPECT_THAT(tune_table(run, {}), HasSubstr("timeout: first second xxx"));
  EXPECT_THAT(tune_table(run, {}), HasSubstr("xxx...\n"));
}

/// The sample run by a backend that compiled three of its four kernels.
TuneRun run_with_facts() {
  TuneRun run = sample_run();
  const auto facts = [](std::int64_t registers, double sm_mhz) {
    return Config{{"registers", registers},    {"from_cache", true},   {"sm_mhz_median", sm_mhz},
                  {"sm_mhz_min", sm_mhz - 10}, {"sm_mhz_max", sm_mhz}, {"power_w", sm_mhz / 4},
                  {"temperature_c", 41.5}};
  };
  run.facts = {facts(70, 1000), facts(80, 1010), Config{{"registers", std::int64_t{255}}}, Config{}};
  run.backend_notes = {"cubin cache: cannot write"};
  return run;
}

TEST(TuneTable, ShowsWhatTheBackendKnows) {
  const std::string table = tune_table(run_with_facts(), {});
  EXPECT_THAT(table, HasSubstr("4 of 4 kept configs tried, 3 samples each\n"
                               "conditions, median [min, max]: SM clock 1005 [990, 1010] MHz, power 251 [250, 252] W, "
                               "temperature 42 [42, 42] C\n\n"));
  EXPECT_THAT(table, HasSubstr("=   128  rows       1024           80         4.000"));
  EXPECT_THAT(table, HasSubstr("*    64  rows        512           70         4.000"));
  EXPECT_THAT(table, HasSubstr("    128  columns    1024          ~64         4.500"));
  EXPECT_THAT(table, HasSubstr("     64  columns     512          255         4.500          -"));
  EXPECT_THAT(table, HasSubstr("rule\nregisters as compiled; ~ an estimate: there is no machine code\nnote: "));
  EXPECT_THAT(table, HasSubstr("note: 1 of 4 configs failed: 1 timeout\nnote: cubin cache: cannot write\n\npick:"));
}

TEST(TuneTable, MarksNoEstimateWhereNothingWasCompiled) {
  TuneRun run = sample_run();
  run.facts = std::vector<Config>(4, Config{{"algorithm", std::string("7")}});
  EXPECT_EQ(tune_table(run, {}), tune_table(sample_run(), {}));
}

TEST(TuneTable, SaysNothingOfEstimatesWhereAllIsCompiled) {
  TuneRun run = sample_run();
  run.facts = std::vector<Config>(4, Config{{"registers", std::int64_t{64}}});
  EXPECT_THAT(tune_table(run, {}), HasSubstr("\nregisters as compiled\n"));
}

TEST(TuneJson, HasTheFactsOfEachTrial) {
  const Json json = Json::parse(tune_json(run_with_facts()));
  EXPECT_EQ(json["trials"][0]["facts"].dump(),
            R"({"registers":70,"from_cache":true,"sm_mhz_median":1000.0,"sm_mhz_min":990.0,"sm_mhz_max":1000.0,)"
            R"("power_w":250.0,"temperature_c":41.5})");
  EXPECT_EQ(json["trials"][2]["facts"].dump(), R"({"registers":255})");
  EXPECT_EQ(json["trials"][3]["facts"], Json::object());
  EXPECT_EQ(json["trials"][3]["registers"], 64);  // still the estimate
  EXPECT_EQ(json["notes"].back(), "cubin cache: cannot write");
}

TEST(TuneCsv, HasTheFactsAsItsLastColumns) {
  EXPECT_EQ(tune_csv(run_with_facts()),
            "tile,order,predicted_ms,smem_bytes,registers,samples,median_ms,p20_ms,p80_ms,picked,tied,failure_kind,"
            "failure_text,facts.registers,facts.from_cache,facts.sm_mhz_median,facts.sm_mhz_min,facts.sm_mhz_max,"
            "facts.power_w,facts.temperature_c\n"
            "64,rows,4,512,64,3,6,5.4,6.6000000000000005,true,true,,,70,true,1000.0,990.0,1000.0,250.0,41.5\n"
            "128,rows,4,1024,64,3,5,4.4,5.6,false,true,,,80,true,1010.0,1000.0,1010.0,252.5,41.5\n"
            "64,columns,4.5,512,64,1,,,,false,false,timeout,\"no answer, \"\"3\"\" s\",255,,,,,,\n"
            "128,columns,4.5,1024,64,3,10,9.399999999999999,10.600000000000001,false,false,,,,,,,,,\n");
}

TEST(TuneJson, HasTheSchemaInItsOrder) {
  EXPECT_EQ(tune_json(sample_run()), R"({
  "schema": "tilewright.tune/1",
  "problem": {"kernel": "copy", "rows": 1024, "device": "none"},
  "backend": {"name": "by_hand", "seed": 7},
  "counts": {"space": 6, "rejected": 2, "kept": 4, "shortlisted": 4, "measured": 3, "failed": 1},
  "rejections": [
    {"reason": "shared_memory", "count": 2}
  ],
  "trials": [
    {
      "config": {"tile": 64, "order": "rows"},
      "predicted_ms": 4.0,
      "smem_bytes": 512,
      "registers": 64,
      "samples_ms": [6.0, 5.0, 7.0],
      "median_ms": 6.0,
      "p20_ms": 5.4,
      "p80_ms": 6.6000000000000005,
      "failure": null
    },
    {
      "config": {"tile": 128, "order": "rows"},
      "predicted_ms": 4.0,
      "smem_bytes": 1024,
      "registers": 64,
      "samples_ms": [4.0, 5.0, 6.0],
      "median_ms": 5.0,
      "p20_ms": 4.4,
      "p80_ms": 5.6,
      "failure": null
    },
    {
      "config": {"tile": 64, "order": "columns"},
      "predicted_ms": 4.5,
      "smem_bytes": 512,
      "registers": 64,
      "samples_ms": [8.0],
      "median_ms": null,
      "p20_ms": null,
      "p80_ms": null,
      "failure": {"kind": "timeout", "text": "no answer, \"3\" s"}
    },
    {
      "config": {"tile": 128, "order": "columns"},
      "predicted_ms": 4.5,
      "smem_bytes": 1024,
      "registers": 64,
      "samples_ms": [9.0, 10.0, 11.0],
      "median_ms": 10.0,
      "p20_ms": 9.399999999999999,
      "p80_ms": 10.600000000000001,
      "failure": null
    }
  ],
  "choice": {
    "config": {"tile": 64, "order": "rows"},
    "rule": "t3",
    "tied": [
      {"tile": 64, "order": "rows"},
      {"tile": 128, "order": "rows"}
    ],
    "why": "it needs half the shared memory"
  },
  "shortlist": {"requested": 3, "added_by_ties": 1},
  "options": {"top_k": "3", "repeats": 3, "warmup": 0, "interleaved": false, "time_single": false, "rule": "t3"},
  "notes": ["3 configs asked for, 1 added because the model cannot tell them from the last one", "1 of 4 configs failed: 1 timeout"]
}
)");
}

TEST(TuneJson, SaysWhyThereIsNoChoice) {
  const Json json = Json::parse(tune_json(pruned_run()));
  EXPECT_TRUE(json["choice"].is_null());
  EXPECT_TRUE(json["trials"].empty());
  EXPECT_EQ(json["notes"].back(), "no valid config: all 6 configs rejected: 6 by shared memory");
}

TEST(TuneJson, IsNullWhereNothingWasPredictedOrMeasured) {
  TuneRun run = sample_run();
  run.result.trials[0].predicted_ms.reset();
  run.result.trials[0].samples_ms.clear();
  const Json trial = Json::parse(tune_json(run))["trials"][0];
  EXPECT_EQ(trial["samples_ms"], Json::array());
  for (const char* name : {"predicted_ms", "median_ms", "p20_ms", "p80_ms", "failure"})
    EXPECT_TRUE(trial[name].is_null()) << name;
}

TEST(TuneCsv, HasALineForEachTrial) {
  EXPECT_EQ(tune_csv(sample_run()),
            "tile,order,predicted_ms,smem_bytes,registers,samples,median_ms,p20_ms,p80_ms,picked,tied,failure_kind,"
            "failure_text\n"
            "64,rows,4,512,64,3,6,5.4,6.6000000000000005,true,true,,\n"
            "128,rows,4,1024,64,3,5,4.4,5.6,false,true,,\n"
            "64,columns,4.5,512,64,1,,,,false,false,timeout,\"no answer, \"\"3\"\" s\"\n"
            "128,columns,4.5,1024,64,3,10,9.399999999999999,10.600000000000001,false,false,,\n");
}

TEST(TuneCsv, HasItsHeaderWhenEverythingIsPruned) {
  EXPECT_EQ(tune_csv(pruned_run()),
            "tile,order,predicted_ms,smem_bytes,registers,samples,median_ms,p20_ms,p80_ms,picked,tied,failure_kind,"
            "failure_text\n");
}

/// A run without a model over 9 parameters, of which `a` and `b` vary: `count` configs, the first the fastest.
TuneRun large_run(std::int64_t count) {
  TuneRun run;
  run.problem = "k\033";
  for (std::int64_t i = 0; i < count; ++i) {
    Trial trial;
    trial.config = {{"a", i}, {"b", i % 2}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1}, {"g", 1}, {"h", 1}, {"i", 1}};
    trial.samples_ms = {1 + static_cast<double>(i)};
    run.result.trials.push_back(trial);
    run.result.shortlist.candidates.push_back(trial);
  }
  run.result.choice = Choice{.trial = run.result.trials.size() - 1, .tied = {}, .rule = "r", .why = "w"};
  return run;
}

TEST(TuneTable, SaysParametersThatAreAlikeOnceAndLeavesOutWhatNobodyKnows) {
  const std::string table = tune_table(large_run(2), {});
  EXPECT_THAT(table, testing::HasSubstr("\nin all: c=1 d=1 e=1 f=1 g=1 h=1 i=1\n"
                                        "   a  b  median ms  [p20, p80] ms   vs fastest\n"));
  EXPECT_THAT(table, testing::StartsWith("k? "));
}

TEST(TuneTable, HasNoMoreRowsThanAPersonReadsButThePick) {
  const std::string table = tune_table(large_run(100), {});
  EXPECT_THAT(table, testing::HasSubstr("\nand 59 more, none faster; --format csv and json have them\n"));
  EXPECT_THAT(table, testing::HasSubstr("\n*  99  1 "));
  EXPECT_THAT(table, testing::Not(testing::HasSubstr("\n   40  0 ")));
  EXPECT_THAT(tune_table(large_run(40), {}), testing::Not(testing::HasSubstr(" more, ")));
}

}  // namespace
}  // namespace tilewright::report
