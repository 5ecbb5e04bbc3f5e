#include <gtest/gtest.h>

#include "core/tuning/rule.hpp"
#include "tests/core/tuning/reference_trials.hpp"

// The sentences that rules give, by way of `select`.
namespace tilewright {
namespace {

struct Row {
  std::int64_t i;
  double ms;
  std::int64_t smem_bytes = 0;
  std::int64_t registers = 0;
};

std::string why(const std::vector<Row>& rows, std::string_view rule) {
  std::vector<Trial> trials;
  for (const Row& row : rows) {
    Trial& trial = trials.emplace_back();
    trial.config = {{"i", row.i}};
    trial.resources = {row.smem_bytes, row.registers};
    trial.samples_ms = {row.ms};
  }
  return select(trials, parse_rule(rule))->why;
}

TEST(RuleWhy, OfTheOnlyContender) {
  EXPECT_EQ(why({{7, 1.5}, {8, -1}}, "t3"), "i=7 is the only config with valid times, at 1.500 ms");
}

TEST(RuleWhy, WhenNobodyElseTies) {
  const std::vector<Row> rows = {{0, 1}, {1, 2}};
  EXPECT_EQ(why(rows, "triton"), "fastest is i=0 at 1.000 ms; no other config has that median");
  EXPECT_EQ(why(rows, "t3"), "fastest is i=0 at 1.000 ms; no other config overlaps its [1.000, 1.000]");
  EXPECT_EQ(why(rows, "within[2.5%]:smem"), "fastest is i=0 at 1.000 ms; no other config is within 2.5 % of it");
  EXPECT_EQ(why(rows, "ci[95]:smem"),
            "fastest is i=0 at 1.000 ms; no other config has 0 in the 95 % interval of the median difference to it");
}

TEST(RuleWhy, CountsTheTiedWithTheFastest) {
  const std::vector<Row> rows = {{0, 1}, {1, 1}};
  const std::string end = "; it has the least i of these (0)";
  EXPECT_EQ(why(rows, "fastest:i"), "fastest is i=0 at 1.000 ms; 2 configs have that median" + end);
  EXPECT_EQ(why(rows, "overlap[20,80]:i"), "fastest is i=0 at 1.000 ms; 2 configs overlap its [1.000, 1.000]" + end);
  EXPECT_EQ(why(rows, "within[2%]:i"), "fastest is i=0 at 1.000 ms; 2 configs are within 2 % of it" + end);
  EXPECT_EQ(why(rows, "ci[95]:i"),
            "fastest is i=0 at 1.000 ms; 2 configs have 0 in the 95 % interval of the median difference to it" + end);
}

/// What is said of the pick, behind the ties.
std::string last_part(const std::vector<Row>& rows, std::string_view keys) {
  const std::string text = why(rows, "within[100%]:" + std::string(keys));
  return text.substr(text.rfind("; ") + 2);
}

TEST(RuleWhy, WhenTheFastestIsThePick) {
  const std::vector<Row> rows = {{0, 1, 1024, 64}, {1, 1.5, 2048, 64}};
  EXPECT_EQ(last_part(rows, "smem"), "it needs the least shared memory of these (1024 B)");
  EXPECT_EQ(last_part(rows, "median"), "it has the least median of these (1.000 ms)");
  EXPECT_EQ(last_part(rows, "registers,smem"),
            "with equal registers per thread, it needs the least shared memory of these (1024 B)");
  EXPECT_EQ(last_part({{0, 1, 0, 32}, {1, 1.5, 0, 64}}, "registers"),
            "it needs the fewest registers per thread of these (32)");
  EXPECT_EQ(last_part({{0, 1, 0, 96}, {1, 1.5, 0, 64}}, "-registers"),
            "it needs the most registers per thread of these (96)");
  EXPECT_EQ(last_part(rows, "registers"), "with equal registers per thread, it comes first in the order of configs");
}

TEST(RuleWhy, WhenLessOfAResourceDecides) {
  EXPECT_EQ(last_part({{0, 1, 8192}, {1, 1.5, 4096}}, "smem"),
            "this one needs half the shared memory (4096 B, not 8192 B) and is 50.0 % slower");
  EXPECT_EQ(last_part({{0, 1, 9000}, {1, 1.02, 3000}}, "smem"),
            "this one needs a third of the shared memory (3000 B, not 9000 B) and is 2.0 % slower");
  EXPECT_EQ(last_part({{0, 1, 0, 96}, {1, 1.02, 0, 24}}, "registers"),
            "this one needs a quarter of the registers per thread (24, not 96) and is 2.0 % slower");
  EXPECT_EQ(last_part({{0, 1, 0, 96}, {1, 1.02, 0, 90}}, "registers"),
            "this one needs 6.2 % fewer registers per thread (90, not 96) and is 2.0 % slower");
  EXPECT_EQ(last_part({{0, 1, 8192}, {1, 1.02, 4097}}, "smem"),
            "this one needs 50.0 % less shared memory (4097 B, not 8192 B) and is 2.0 % slower");
}

TEST(RuleWhy, WhenMoreOfAResourceDecides) {
  EXPECT_EQ(last_part({{0, 1, 4096}, {1, 1.02, 6144}}, "-smem"),
            "this one needs 50.0 % more shared memory (6144 B, not 4096 B) and is 2.0 % slower");
  EXPECT_EQ(last_part({{0, 1, 0}, {1, 1.02, 6144}}, "-smem"),
            "this one needs shared memory 6144 B instead of 0 B and is 2.0 % slower");
}

TEST(RuleWhy, WhenAParameterOrATimeDecides) {
  const std::vector<Row> rows = {{0, 1}, {1, 1.00001}};
  EXPECT_EQ(last_part(rows, "-i"), "this one has i 1 instead of 0 and is less than 0.1 % slower");
  EXPECT_EQ(last_part({{0, 1}, {1, 1.5}}, "-p20"),
            "this one has p20 1.500 ms instead of 1.000 ms and is 50.0 % slower");
}

TEST(RuleWhy, WhenALaterKeyDecides) {
  EXPECT_EQ(
      last_part({{0, 1, 4096, 64}, {1, 1, 4096, 32}}, "smem,median,registers"),
      "with equal shared memory and median, this one needs half the registers per thread (32, not 64) and is as fast");
}

TEST(RuleWhy, WhenOnlyTheOrderOfConfigsDecides) {
  EXPECT_EQ(last_part({{0, 1.5, 4096}, {1, 1, 4096}}, "smem"),
            "with equal shared memory, this one comes first in the order of configs and is 50.0 % slower");
}

TEST(RuleWhy, KeepsFourDigitsOfSmallTimes) {
  EXPECT_EQ(why({{0, 0.00123456}, {1, 0.5}}, "triton"),
            "fastest is i=0 at 0.001235 ms; no other config has that median");
  EXPECT_EQ(why({{0, 0.4423942}, {1, 0.5}}, "triton"), "fastest is i=0 at 0.4424 ms; no other config has that median");
}

}  // namespace
}  // namespace tilewright
