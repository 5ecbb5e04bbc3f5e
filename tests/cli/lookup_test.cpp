#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// A table of three shapes, which one test makes for all.
const std::string& table() {
  static const ScratchFolder kFolder;
  static const std::string kPath = [] {
    const Outcome outcome = run({"sweep", "--shapes", "16x4096x4096,512x512x512,4096x4096x4096", "--table",
                                 kFolder.path("t.json"), "--default", "BM=64,BN=64,BK=32,num_warps=4,num_stages=2"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return kFolder.path("t.json");
  }();
  return kPath;
}

Outcome lookup(std::vector<std::string> flags, const std::string& path = table()) {
  flags.insert(flags.begin(), {"lookup", "--table", path});
  return run(flags);
}

Json found(const std::string& shape, std::vector<std::string> flags = {}) {
  flags.insert(flags.begin(), {"--format", "json", "--shape", shape});
  const Outcome outcome = lookup(flags);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return Json::parse(outcome.out);
}

TEST(Lookup, FindsTheSameShape) {
  const Json json = found("4096x4096x4096");
  EXPECT_EQ(json["schema"], "tilewright.lookup/1");
  EXPECT_EQ(json["found"], "exact");
  EXPECT_EQ(json["distance"], 0);
  EXPECT_EQ(json["config"].dump(), R"({"BM":256,"BN":128,"BK":32,"num_warps":8,"num_stages":2})");
  EXPECT_NEAR(json["measured"]["median_ms"].get<double>(), 3.877, 0.0005);
}

TEST(Lookup, ElseTheNearestByDimension) {
  const Json json = found("32x4096x2048");
  EXPECT_EQ(json["found"], "nearest");
  EXPECT_EQ(json["distance"], 2);
  EXPECT_EQ(json["measured"]["M"], 16);
  EXPECT_EQ(json["config"], found("16x4096x4096")["config"]);
  // 512 x 512 is the same product as 64 x 4096, and farther away.
  EXPECT_EQ(found("64x4096x4096")["measured"]["M"], 16);
}

TEST(Lookup, TableAndCsvSayHow) {
  EXPECT_THAT(lookup({"--shape", "32x4096x4096"}).out,
              testing::AllOf(HasSubstr("32x4096x4096 on rtx3070: "),
                             HasSubstr("nearest: measured on 16x4096x4096, distance 1 ")));
  EXPECT_THAT(lookup({"--shape", "32x4096x4096", "--format", "csv"}).out, HasSubstr("\n32,4096,4096,nearest,1,"));
}

TEST(Lookup, ATableOfAnotherDeviceIsRefusedUnlessTold) {
  const Outcome outcome = lookup({"--gpu", "rtx4090"});
  EXPECT_TRUE(failed_in_one_line(outcome, 5)) << outcome.code << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("of another device: 'name' is rtx3070, not rtx4090"));
  EXPECT_EQ(lookup({"--gpu", "rtx3070"}).code, 0);
  EXPECT_EQ(lookup({"--gpu", "rtx4090", "--any-device"}).code, 0);
}

TEST(Lookup, WhatCannotRunOnTheDeviceIsLeftOut) {
  const ScratchFolder folder;
  std::string text = run({"gpus", "--gpu", "rtx3070", "--format", "json"}).out;
  const auto with_smem = [&](const std::string& bytes) {
    std::string small = text;
    const std::string old = "\"smem_per_cta_bytes\": 101376";
    return folder.file(bytes + ".json", small.replace(small.find(old), old.size(), "\"smem_per_cta_bytes\": " + bytes));
  };
  // The pick for 4096^3 needs 49152 B, the default 16384 B.
  const Json other = found("4096x4096x4096", {"--gpu", with_smem("49151"), "--any-device"});
  EXPECT_NE(other["found"], "exact");
  const Json by_default = found("4096x4096x4096", {"--gpu", with_smem("16384"), "--any-device"});
  EXPECT_EQ(by_default["found"], "default");
  EXPECT_TRUE(by_default["measured"].is_null());
  const Outcome none = lookup({"--gpu", with_smem("8192"), "--any-device"});
  EXPECT_TRUE(failed_in_one_line(none, 3)) << none.code << none.err;
  EXPECT_EQ(none.out, "");
}

TEST(Lookup, BadFilesAreNamed) {
  const ScratchFolder folder;
  const std::string good = content_of(table());
  const auto refused = [&](const std::string& text) {
    const std::string path = folder.file("t.json", text);
    const Outcome outcome = lookup({}, path);
    EXPECT_TRUE(failed_in_one_line(outcome, 5)) << outcome.code << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(path + ":"));
  };
  for (const std::string& text :
       {std::string(), std::string("{"), good.substr(0, good.size() / 2), good + "x", std::string(1000, '[')})
    refused(text);
  EXPECT_TRUE(failed_in_one_line(lookup({}, folder.path("none.json")), 5));
  EXPECT_TRUE(failed_in_one_line(lookup({}, folder.path("")), 5));
}

TEST(Lookup, WrongUseIsRefused) {
  EXPECT_TRUE(failed_in_one_line(run({"lookup"}), 2));
  EXPECT_TRUE(failed_in_one_line(lookup({"--shape", "1x1"}), 2));
  EXPECT_TRUE(failed_in_one_line(lookup({"--gpu", "rtx9999"}), 2));
}

}  // namespace
}  // namespace tilewright::cli
