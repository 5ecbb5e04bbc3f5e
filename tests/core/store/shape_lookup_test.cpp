#include "core/store/shape_lookup.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "core/store/shape_table.hpp"
#include "tests/core/store/lookup/shapes_gen.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::lookup {
namespace {

Fields config(std::int64_t id) { return {{"id", id}}; }

Entry entry(const Shape& shape, std::size_t config, double median_ms, std::optional<double> default_ms = {}) {
  Entry made;
  made.shape = shape;
  made.config = config;
  made.median_ms = median_ms;
  made.default_ms = default_ms;
  made.samples = 25;
  return made;
}

/// Configs 0, the default, to 3; the pick of the last shape was measured slower than the default.
Table sample_table() {
  Table table;
  table.device = {{"name", "rtx3070"}, {"sms", std::int64_t{46}}};
  table.configs = {config(0), config(1), config(2), config(3)};
  table.entries = {entry({16, 4096, 64}, 1, 1.0, 2.0), entry({256, 256, 64}, 2, 1.0),
                   entry({512, 512, 64}, 3, 2.0, 1.0)};
  return table;
}

auto all_but(std::set<std::size_t> rejected) {
  return [rejected](const Shape& /*shape*/, std::size_t config) { return rejected.count(config) == 0; };
}

TEST(ShapeLookup, FindsTheSameShape) {
  const ShapeLookup lookup(sample_table());
  const auto answer = lookup.find({16, 4096, 64});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->found, Found::exact);
  EXPECT_EQ(lookup.config(*answer), config(1));
  EXPECT_EQ(answer->entry->median_ms, 1.0);
  EXPECT_EQ(answer->distance, 0);
}

TEST(ShapeLookup, ElseTheNearest) {
  const ShapeLookup lookup(sample_table());
  const auto answer = lookup.find({32, 4096, 64});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->found, Found::nearest);
  EXPECT_EQ(answer->config, 1U);
  EXPECT_EQ(answer->distance, 1);
  EXPECT_EQ(answer->entry->shape.m, 16);
}

TEST(ShapeLookup, TheSameProductIsNotTheSameShape) {
  const ShapeLookup lookup(sample_table());
  EXPECT_EQ(lookup.find({16, 4096, 128})->config, 1U);
  EXPECT_EQ(lookup.find({256, 256, 128})->config, 2U);
}

TEST(ShapeLookup, ElseTheDefault) {
  const ShapeLookup lookup(sample_table());
  const auto answer = lookup.find({16, 4096, 64}, all_but({1, 2}));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->found, Found::by_default);
  EXPECT_EQ(answer->config, 0U);
  EXPECT_EQ(answer->entry, nullptr);
}

TEST(ShapeLookup, WhatCannotRunIsPassedOver) {
  const ShapeLookup lookup(sample_table());
  const auto answer = lookup.find({16, 4096, 64}, all_but({1}));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->found, Found::nearest);
  EXPECT_EQ(answer->config, 2U);
  EXPECT_EQ(answer->distance, 8);
  EXPECT_FALSE(lookup.find({16, 4096, 64}, all_but({0, 1, 2, 3})));
}

TEST(ShapeLookup, NeverWhatWasMeasuredSlowerThanTheDefault) {
  const ShapeLookup lookup(sample_table());
  const auto same = lookup.find({512, 512, 64});
  ASSERT_TRUE(same);
  EXPECT_EQ(same->found, Found::by_default);
  EXPECT_EQ(same->config, 0U);
  EXPECT_EQ(same->entry->shape.m, 512);  // where it was measured
  EXPECT_EQ(lookup.find({512, 512, 128})->config, 2U);
  EXPECT_EQ(lookup.find({512, 512, 64}, all_but({0}))->config, 2U);
}

TEST(ShapeLookup, AShapeOutOfRangeHasNoConfig) {
  const ShapeLookup lookup(sample_table());
  EXPECT_FALSE(lookup.find({0, 1, 1}));
  EXPECT_FALSE(lookup.find({1, 1, -1}));
  EXPECT_FALSE(lookup.find({1, kMaxSize + 1, 1}));
  EXPECT_TRUE(lookup.find({1, kMaxSize, 1}));
}

TEST(ShapeLookup, ATableWithoutEntriesHasItsDefault) {
  Table table = sample_table();
  table.entries.clear();
  EXPECT_EQ(ShapeLookup(table).find({1, 1, 1})->found, Found::by_default);
}

TEST(ShapeLookup, SaysHowItFound) {
  EXPECT_STREQ(to_text(Found::exact), "exact");
  EXPECT_STREQ(to_text(Found::nearest), "nearest");
  EXPECT_STREQ(to_text(Found::by_default), "default");
}

TEST(LoadShapeLookup, RefusesATableOfAnotherDeviceUnlessTold) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "t.json").string();
  std::ofstream(path) << store::shape_table_text(sample_table());
  EXPECT_EQ(load_shape_lookup(path, {{"sms", std::int64_t{46}}}).table().entries.size(), 3U);
  EXPECT_EQ(load_shape_lookup(path, {}).table().entries.size(), 3U);
  const Fields other{{"name", "rtx3070"}, {"sms", std::int64_t{132}}};
  EXPECT_ERROR(static_cast<void>(load_shape_lookup(path, other)), ErrorKind::bad_file,
               path + ": the table is of another device: 'sms' is 46, not 132");
  EXPECT_EQ(load_shape_lookup(path, other, OtherDevice::take).table().entries.size(), 3U);
}

Table any_table() {
  Table table;
  for (std::int64_t id = 0; id < 5; ++id) table.configs.push_back(config(id));
  for (const Shape& shape : distinct(*rc::gen::container<std::vector<Shape>>(any_shape()))) {
    const auto time = [] { return static_cast<double>(*rc::gen::inRange(1, 4)); };
    const auto default_ms = *rc::gen::arbitrary<bool>() ? std::optional(time()) : std::nullopt;
    table.entries.push_back(entry(shape, *rc::gen::inRange<std::size_t>(0, 5), time(), default_ms));
  }
  return table;
}

/// A shape of the table as often as another one.
Shape any_shape_for(const Table& table) {
  if (table.entries.empty() || *rc::gen::arbitrary<bool>()) return *any_shape();
  return table.entries[*rc::gen::inRange<std::size_t>(0, table.entries.size())].shape;
}

/// The rules of `ShapeLookup::find`, entry by entry.
std::optional<std::pair<Found, std::size_t>> expected_of(const Table& table, const Shape& shape,
                                                         const std::set<std::size_t>& rejected) {
  const auto can_run = [&](std::size_t config) { return rejected.count(config) == 0; };
  const Entry* nearest = nullptr;
  for (const Entry& each : table.entries) {
    const bool slower = each.default_ms && *each.default_ms < each.median_ms;
    if (each.shape == shape && slower && can_run(0)) return std::pair(Found::by_default, std::size_t{0});
    if (slower || !can_run(each.config)) continue;
    if (each.shape == shape) return std::pair(Found::exact, each.config);
    if (nearest == nullptr || distance(shape, each.shape) < distance(shape, nearest->shape)) nearest = &each;
  }
  if (nearest != nullptr) return std::pair(Found::nearest, nearest->config);
  return can_run(0) ? std::optional(std::pair(Found::by_default, std::size_t{0})) : std::nullopt;
}

RC_GTEST_PROP(ShapeLookupLaws, AnswersByItsRules, ()) {
  const Table table = any_table();
  const ShapeLookup lookup(table);
  const Shape shape = any_shape_for(table);
  const auto rejected = *rc::gen::container<std::set<std::size_t>>(rc::gen::inRange<std::size_t>(0, 5));
  const auto answer = lookup.find(shape, all_but(rejected));
  const auto expected = expected_of(table, shape, rejected);
  RC_ASSERT(answer.has_value() == expected.has_value());
  if (!answer) return;
  RC_ASSERT(answer->found == expected->first);
  RC_ASSERT(answer->config == expected->second);
  RC_ASSERT(rejected.count(answer->config) == 0U);
  if (answer->found != Found::by_default) RC_ASSERT(!answer->entry->slower_than_default());
  if (answer->entry != nullptr) RC_ASSERT(answer->distance == distance(shape, answer->entry->shape));
}

}  // namespace
}  // namespace tilewright::lookup
