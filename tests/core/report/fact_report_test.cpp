#include "core/report/fact_report.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tilewright::report {
namespace {

const std::array<Fact, 2> kFacts{{{"compiler", "ok", "gcc, 12"}, {"gnuplot", "missing", "apt install it"}}};

TEST(FactReport, Table) {
  EXPECT_EQ(fact_table(kFacts, {}),
            "item      status   detail\n"
            "--------  -------  --------------\n"
            "compiler  ok       gcc, 12\n"
            "gnuplot   missing  apt install it\n");
}

TEST(FactReport, Json) {
  EXPECT_EQ(fact_json("tilewright.doctor/1", kFacts), R"({
  "schema": "tilewright.doctor/1",
  "facts": [
    {"item": "compiler", "status": "ok", "detail": "gcc, 12"},
    {"item": "gnuplot", "status": "missing", "detail": "apt install it"}
  ]
}
)");
}

TEST(FactReport, Csv) {
  EXPECT_EQ(fact_csv(kFacts), "item,status,detail\ncompiler,ok,\"gcc, 12\"\ngnuplot,missing,apt install it\n");
}

}  // namespace
}  // namespace tilewright::report
