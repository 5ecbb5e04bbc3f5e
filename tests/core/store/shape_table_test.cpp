#include "core/store/shape_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "core/store/lookup/table_reader.hpp"
#include "tests/core/store/lookup/shapes_gen.hpp"

namespace tilewright::store {
namespace {

lookup::Table sample_table() {
  lookup::Table table;
  table.key = {{"kernel", "gemm"}};
  table.method = {{"name", "fake \"one\"\n"}, {"noise", 0.03}, {"hot", false}};
  table.device = {{"name", "rtx3070"}, {"sms", std::int64_t{46}}};
  table.configs = {{{"BM", std::int64_t{64}}}, {{"BM", std::int64_t{16}}}};
  put(table, {{32, 4096, 64}, 1, 0.5, 1.0, std::nullopt, 25});
  put(table, {{16, 4096, 64}, 0, 0.1, std::nullopt, 0.25, 25});
  return table;
}

TEST(ShapeTable, IsWrittenAnEntryALine) {
  EXPECT_EQ(shape_table_text(sample_table()), R"({
  "schema": "tilewright.shape_table/1",
  "key": {"kernel": "gemm"},
  "method": {"name": "fake \"one\"\n", "noise": 0.03, "hot": false},
  "device": {"name": "rtx3070", "sms": 46},
  "default": {"BM": 64},
  "entries": [
    {"M": 16, "N": 4096, "K": 64, "config": {"BM": 64}, "median_ms": 0.1, "default_ms": null, "predicted_ms": 0.25, "samples": 25},
    {"M": 32, "N": 4096, "K": 64, "config": {"BM": 16}, "median_ms": 0.5, "default_ms": 1.0, "predicted_ms": null, "samples": 25}
  ]
}
)");
}

TEST(ShapeTable, PutsEntriesInOrderAndReplaces) {
  lookup::Table table = sample_table();
  put(table, {{16, 4096, 64}, 1, 0.05, std::nullopt, std::nullopt, 50});
  ASSERT_EQ(table.entries.size(), 2U);
  ASSERT_NE(find(table, {16, 4096, 64}), nullptr);
  EXPECT_EQ(find(table, {16, 4096, 64})->median_ms, 0.05);
  EXPECT_EQ(find(table, {16, 4096, 65}), nullptr);
}

TEST(ShapeTable, SaysWhatKeepsTwoApart) {
  const lookup::Table table = sample_table();
  lookup::Table other = table;
  EXPECT_EQ(why_not_together(table, other), std::nullopt);
  other.method[1].second = 0.04;
  EXPECT_EQ(why_not_together(table, other), "method 'noise' is 0.03, not 0.04");
  other.device[1].second = std::int64_t{132};
  EXPECT_EQ(why_not_together(table, other), "device 'sms' is 46, not 132");
  other.key.emplace_back("dtype", "fp16");
  EXPECT_EQ(why_not_together(table, other), "key 'dtype' is not there, not fp16");
  EXPECT_EQ(why_not_together(other, table), "key 'dtype' is fp16, not there");
}

TEST(ShapeTable, DeviceHasEveryFieldOfTheGpu) {
  const lookup::Fields fields = device_fields(gemm::find_gpu("rtx3070"));
  EXPECT_EQ(fields.size(), 16U);
  EXPECT_EQ(lookup::integer(fields, "sms", 0), 46);
  EXPECT_EQ(*lookup::find(fields, "peak_tflops"), lookup::Value(40.0));
}

TEST(ShapeTable, ConfigsGoToFieldsAndBack) {
  const Config config{{"BM", std::int64_t{64}}, {"load", "copy"}, {"x", 0.5}, {"on", true}};
  EXPECT_EQ(to_config(to_fields(config)), config);
}

RC_GTEST_PROP(ShapeTableLaws, ReadsBackAsItIsWhateverTheOrder, ()) {
  auto shapes = lookup::distinct(*rc::gen::container<std::vector<lookup::Shape>>(lookup::any_shape()));
  lookup::Table table = sample_table();
  lookup::Table reversed = sample_table();
  const auto entry_of = [](const lookup::Shape& shape) {
    const double ms = static_cast<double>(shape.m) / 3;
    return lookup::Entry{shape, static_cast<std::size_t>(shape.n % 2), ms, ms * 1.1, std::nullopt, shape.k};
  };
  for (const auto& shape : shapes) put(table, entry_of(shape));
  std::reverse(shapes.begin(), shapes.end());
  for (const auto& shape : shapes) put(reversed, entry_of(shape));
  const std::string text = shape_table_text(table);
  RC_ASSERT(shape_table_text(reversed) == text);
  RC_ASSERT(shape_table_text(lookup::parse_table(text, "t")) == text);
}

}  // namespace
}  // namespace tilewright::store
