#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

/// Whether `tune` refuses the value of a flag: code 2, nothing on standard output, one line that shows the value.
testing::AssertionResult refuses(const std::string& flag, const std::string& value) {
  const Outcome outcome = run({"tune", "--" + flag, value});
  if (failed_in_one_line(outcome, 2) && outcome.out.empty() && outcome.err.find(value) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "--" << flag << " '" << value << "': " << outcome.code << " " << outcome.err;
}

TEST(BadInput, Shapes) {
  for (const char* shape : {"0x1x1",
                            "1x0x1",
                            "1x1x0",
                            "-1x4096x4096",
                            "2147483648x1x1",
                            "1x1x2147483648",
                            "9223372036854775808x1x1",
                            "4096x",
                            "4096",
                            "axbxc",
                            "",
                            "x",
                            "xx",
                            "4096x4096",
                            "1x2x3x4",
                            "1 x1x1",
                            " 1x1x1",
                            "1.5x1x1",
                            "1e3x1x1",
                            "+1x1x1",
                            "0x10x10x10",
                            "4096X4096X4096",
                            "1x1x1 "})
    EXPECT_TRUE(refuses("shape", shape));
  EXPECT_THAT(run({"explain", "--shape", "0x1x1"}).err, HasSubstr("2147483647"));
}

TEST(BadInput, LargestAndSmallestShapesWork) {
  for (const char* shape : {"1x1x1", "2147483647x2147483647x2147483647", "1x2147483647x1"}) {
    const Outcome outcome = run({"tune", "--shape", shape});
    EXPECT_EQ(outcome.code, 0) << shape << outcome.err;
  }
}

TEST(BadInput, Names) {
  EXPECT_TRUE(refuses("gpu", "rtx9999"));
  EXPECT_TRUE(refuses("gpu", "RTX3070"));
  EXPECT_TRUE(refuses("dtype", "fp8"));
  EXPECT_TRUE(refuses("backend", "opencl"));
  EXPECT_TRUE(refuses("format", "xml"));
  EXPECT_TRUE(refuses("stream", "random"));
  EXPECT_TRUE(refuses("hidden", "some"));
  EXPECT_THAT(run({"tune", "--gpu", "rtx9999"}).err, HasSubstr("rtx3070"));
  EXPECT_THAT(run({"tune", "--backend", "opencl"}).err, HasSubstr("fake_measure"));
}

TEST(BadInput, Rules) {
  for (const char* rule : {"t4", "overlap", "overlap[80,20]:smem", "within[2]:smem", "fastest:", "fastest:nothing",
                           "fastest:median,", "t3:smem", "ci[100]:median", ":median"})
    EXPECT_TRUE(failed_in_one_line(run({"tune", "--rule", rule}), 2)) << rule;
}

TEST(BadInput, TopK) {
  for (const char* top_k :
       {"0", "-1", "1.5", "nan", "abc", "1e400", "inf", "0.0", "-0.5", "8x", " 8", "18446744073709551616", "ALL"})
    EXPECT_TRUE(refuses("top-k", top_k));
  EXPECT_TRUE(failed_in_one_line(run({"tune", "--top-k", ""}), 2));
}

TEST(BadInput, Integers) {
  for (const char* flag : {"repeats", "warmup", "seed"})
    for (const char* value : {"-1", "-3", "abc", "1.5", "", "nan", "0x10", "1 ", "+1", "99999999999999999999"})
      EXPECT_TRUE(refuses(flag, value));
  EXPECT_TRUE(refuses("repeats", "0"));
  EXPECT_TRUE(refuses("repeats", "99999999999"));
  EXPECT_TRUE(refuses("seed", "9223372036854775808"));
  EXPECT_THAT(run({"tune", "--repeats", "0"}).err, HasSubstr("from 1 to 1000000"));
  EXPECT_EQ(run({"tune", "--seed", "9223372036854775807"}).code, 0);
}

TEST(BadInput, TimesOfSamples) {
  for (const char* flag : {"repeats", "warmup"}) {
    for (const char* value : {"0ms", "-1ms", "1.5", "ms", "10 ms", "nanms", "infms", "1e9ms", "1e400ms", "1s", "1 s",
                              "+1ms", " 1ms", "1ms ", "1MS", "1mss", "0x1ms", "60000.1ms"})
      EXPECT_TRUE(refuses(flag, value));
    EXPECT_THAT(run({"tune", "--" + std::string(flag), "1s"}).err, HasSubstr("or a time up to 60000ms as 100ms"));
    // Good, but simulated samples take no time.
    const Outcome outcome = run({"tune", "--" + std::string(flag), "100ms"});
    EXPECT_TRUE(failed_in_one_line(outcome, 2)) << outcome.code << outcome.err;
    EXPECT_EQ(outcome.err, "tilewright: --" + std::string(flag) +
                               " '100ms': the samples of backend 'fake_measure' take no time; give a count\n");
  }
}

TEST(BadInput, Reals) {
  for (const char* flag : {"noise", "cold", "drift"})
    for (const char* value : {"-1", "abc", "", "nan", "inf", "1e400", "1e9", "0.5x"}) EXPECT_TRUE(refuses(flag, value));
  EXPECT_TRUE(refuses("cold", "0.5"));
  EXPECT_THAT(run({"tune", "--noise", "2"}).err, HasSubstr("from 0 to 1"));
}

TEST(BadInput, SimulatedFaults) {
  for (const char* fault : {"melt", "compile:", "compile:BM", "compile:BM=", "compile:BM=100", "compile:XX=1",
                            "compile:BM=128,BM=128", "compile:BM=128,", ":BM=128", "compile:BM=128;BN=128"})
    EXPECT_TRUE(refuses("fail", fault));
  EXPECT_TRUE(failed_in_one_line(run({"tune", "--fail", ""}), 2));
}

/// Expects code 5 and one line with the file's name.
void expect_bad_file(const std::string& path, const std::string& what) {
  for (const char* command : {"tune", "explain", "gpus"}) {
    const Outcome outcome = run({command, "--gpu", path});
    EXPECT_TRUE(failed_in_one_line(outcome, 5)) << command << " " << path << ": " << outcome.code << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, testing::AllOf(HasSubstr(path), HasSubstr(what)));
  }
}

TEST(BadInput, GpuFilesThatCannotBeRead) {
  const ScratchFolder folder;
  expect_bad_file(folder.path("missing.json"), "No such file");
  expect_bad_file(folder.path("missing/deep.json"), "No such file");
  std::filesystem::create_directory(folder.path("folder.json"));
  expect_bad_file(folder.path("folder.json"), "not a regular file");
  ASSERT_EQ(::mkfifo(folder.path("pipe.json").c_str(), 0600), 0);
  expect_bad_file(folder.path("pipe.json"), "not a regular file");
  std::filesystem::create_symlink(folder.path("nowhere"), folder.path("link.json"));
  expect_bad_file(folder.path("link.json"), "No such file");
  expect_bad_file(folder.path("\n.json").replace(folder.path("").size(), 1, "x"), "No such file");
}

TEST(BadInput, GpuFilesThatSayNonsense) {
  const ScratchFolder folder;
  const std::string good = run({"gpus", "--gpu", "rtx3070", "--format", "json"}).out;
  const auto with_sms = [&](const std::string& value) {
    std::string text = good;
    return text.replace(text.find("46"), 2, value);
  };
  expect_bad_file(folder.file("empty.json", ""), "empty");
  expect_bad_file(folder.file("cut.json", good.substr(0, good.size() / 2)), "not JSON");
  expect_bad_file(folder.file("text.json", "rtx3070"), "line 1");
  expect_bad_file(folder.file("bytes.json", "{\"name\": \"\xC3\x28\"}"), "UTF-8");
  expect_bad_file(folder.file("array.json", "[" + good + "]"), "object is expected");
  expect_bad_file(folder.file("negative.json", with_sms("-1")), "sms");
  expect_bad_file(folder.file("zero.json", with_sms("0")), "sms");
  expect_bad_file(folder.file("text_sms.json", with_sms("\"46\"")), "'sms'");
  expect_bad_file(folder.file("huge.json", with_sms("1e400")), "1e400");
  expect_bad_file(folder.file("nan.json", with_sms("NaN")), "line 5");
  expect_bad_file(folder.file("twice.json", "{\"sms\": 46," + good.substr(1)), "twice");
  expect_bad_file(folder.file("unknown.json", "{\"cores\": 46," + good.substr(1)), "'cores' is not known");
  expect_bad_file(folder.file("missing_field.json", "{\"name\": \"x\"}"), "'title' is missing");
  expect_bad_file(folder.file("deep.json", std::string(1 << 20, '[')), "array");
}

TEST(BadInput, GpuFileOfHundredMegabytesIsNotRead) {
  const ScratchFolder folder;
  const std::string path = folder.file("large.json", "");
  std::filesystem::resize_file(path, 100'000'000);  // a hole: it takes no space
  std::ofstream(path, std::ios::in | std::ios::out) << std::string(4096, '[');
  expect_bad_file(path, "over 1048576 bytes");
}

TEST(BadInput, AnOwnGpuWorks) {
  const ScratchFolder folder;
  std::string text = run({"gpus", "--gpu", "rtx3070", "--format", "json"}).out;
  const std::string path = folder.file("mine.json", text.replace(text.find("rtx3070"), 7, "mine"));
  EXPECT_EQ(run({"gpus", "--gpu", path, "--format", "json"}).out, text);
  const Outcome outcome = run({"tune", "--gpu", path});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("gpu=mine"));
}

}  // namespace
}  // namespace tilewright::cli
