#include "core/formats/gpu_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>

#include "core/error.hpp"
#include "core/gemm/gpu_fields.hpp"

namespace tilewright::formats {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string reference_text() { return gpu_file_text(gemm::find_gpu("rtx3070")); }

std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
  const std::size_t position = text.find(old_part);
  EXPECT_NE(position, std::string::npos) << old_part;
  return text.replace(position, old_part.size(), new_part);
}

/// What it says of a text that it refuses.
std::string complaint_about(const std::string& text) {
  try {
    static_cast<void>(parse_gpu(text, "my.json"));
  } catch (const Error& fault) {
    EXPECT_EQ(fault.kind(), ErrorKind::bad_file);
    EXPECT_THAT(fault.what(), AllOf(StartsWith("my.json: "), Not(HasSubstr("\n"))));
    return fault.what();
  }
  ADD_FAILURE() << "accepted: " << text.substr(0, 200);
  return "";
}

TEST(GpuFile, ShowsEveryFieldUnderItsName) {
  EXPECT_THAT(reference_text(), StartsWith("{\n  \"name\": \"rtx3070\",\n  \"title\": "));
  for (const gemm::GpuField& field : gemm::kGpuFields)
    EXPECT_THAT(reference_text(), HasSubstr("\"" + std::string(field.name) + "\": "));
}

TEST(GpuFile, KnownGpusReadBackAsTheyAre) {
  for (const gemm::GpuSpec& gpu : gemm::known_gpus()) {
    const gemm::GpuSpec read = parse_gpu(gpu_file_text(gpu), "it");
    for (const gemm::GpuField& field : gemm::kGpuFields)
      std::visit([&](auto member) { EXPECT_EQ(read.*member, gpu.*member) << gpu.name << " " << field.name; },
                 field.member);
  }
}

RC_GTEST_PROP(GpuFile, AnyGpuReadsBackAsItIs, ()) {
  gemm::GpuSpec gpu = gemm::find_gpu("rtx3070");
  gpu.name = "any";
  const auto rate = rc::gen::map(rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 53),
                                 [](std::int64_t steps) { return static_cast<double>(steps) * 1e-8; });
  gpu.peak_tflops = *rate;
  gpu.dram_gbs = *rate;
  gpu.sms = *rc::gen::inRange(1, 1000);
  const gemm::GpuSpec read = parse_gpu(gpu_file_text(gpu), "it");
  RC_ASSERT(read.peak_tflops == gpu.peak_tflops);
  RC_ASSERT(read.dram_gbs == gpu.dram_gbs);
  RC_ASSERT(read.sms == gpu.sms);
}

RC_GTEST_PROP(GpuFile, NoTextBreaksIt, ()) {
  std::string text = reference_text();
  for (int changes = *rc::gen::inRange(1, 4); changes > 0; --changes)
    text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
  if (*rc::gen::arbitrary<bool>()) text.resize(*rc::gen::inRange<std::size_t>(0, text.size()));
  try {
    gemm::check(parse_gpu(text, "it"));
  } catch (const Error& fault) {
    RC_ASSERT(fault.kind() == ErrorKind::bad_file);
  }
}

TEST(GpuFile, RefusesWhatIsNotAnObject) {
  EXPECT_THAT(complaint_about(""), HasSubstr("it is empty"));
  EXPECT_THAT(complaint_about("  \n"), HasSubstr("not JSON"));
  EXPECT_THAT(complaint_about("rtx3070"), HasSubstr("not JSON"));
  EXPECT_THAT(complaint_about("null"), HasSubstr("it is a null"));
  EXPECT_THAT(complaint_about("3"), HasSubstr("it is a number"));
  EXPECT_THAT(complaint_about("[]"), HasSubstr("it is an array"));
  EXPECT_THAT(complaint_about("{}"), HasSubstr("field 'name' is missing"));
}

TEST(GpuFile, RefusesTruncatedText) {
  const std::string text = reference_text();
  for (std::size_t size = 0; size + 2 < text.size(); ++size) complaint_about(text.substr(0, size));
}

TEST(GpuFile, NamesTheLineOfAFaultOfJson) {
  EXPECT_THAT(complaint_about("{\n  \"name\": NaN\n}"), HasSubstr("line 2"));
  EXPECT_THAT(complaint_about(reference_text() + "x"), HasSubstr("line 19"));
  EXPECT_THAT(complaint_about("{\"name\": \"\xFF\"}"), HasSubstr("UTF-8"));
}

TEST(GpuFile, RefusesWhatIsNested) {
  EXPECT_THAT(complaint_about(replaced(reference_text(), "46", "[46]")), HasSubstr("nested"));
  EXPECT_THAT(complaint_about(replaced(reference_text(), "46", "{}")), HasSubstr("nested"));
  complaint_about(std::string(1 << 20, '['));
  complaint_about("{\"name\": " + std::string(1 << 20, '['));
}

TEST(GpuFile, NamesTheFieldThatIsWrong) {
  const std::string good = reference_text();
  const auto with_sms = [&](const std::string& value) {
    return complaint_about(replaced(good, "\"sms\": 46", "\"sms\": " + value));
  };
  for (const char* value : {"-1", "0", "4.6", "\"46\"", "true", "null", "99999999999", "18446744073709551615",
                            "-9223372036854775808", "1e3"})
    EXPECT_THAT(with_sms(value), HasSubstr("sms")) << value;
  EXPECT_THAT(with_sms("1e400"), HasSubstr("1e400"));
  EXPECT_THAT(with_sms("NaN"), HasSubstr("line 5"));
  EXPECT_THAT(complaint_about(replaced(good, "\"peak_tflops\": 40.0", "\"peak_tflops\": \"40\"")),
              HasSubstr("field 'peak_tflops' is \"40\"; a number is expected"));
  EXPECT_THAT(complaint_about(replaced(good, "\"sms\"", "\"SMs\"")), HasSubstr("field 'SMs' is not known"));
  EXPECT_THAT(complaint_about(replaced(good, "{", "{\"sms\": 46,")), HasSubstr("field 'sms' is there twice"));
  EXPECT_THAT(complaint_about(replaced(good, "\"rtx3070\"", "\"\"")), HasSubstr("field 'name'"));
  EXPECT_THAT(complaint_about(replaced(good, "\"rtx3070\"", "\"a\\u001bb\"")), HasSubstr("control characters"));
  EXPECT_THAT(complaint_about(replaced(good, "\"rtx3070\"", "3070")), HasSubstr("field 'name' is 3070"));
  EXPECT_THAT(complaint_about(replaced(good, "\"smem_per_cta_bytes\": 101376", "\"smem_per_cta_bytes\": 999999")),
              HasSubstr("smem_per_cta_bytes"));
}

TEST(GpuFile, TakesAnIntegerForAReal) {
  EXPECT_EQ(parse_gpu(replaced(reference_text(), "40.0", "41"), "it").peak_tflops, 41);
}

TEST(GpuFile, SaysHowToGetAnExample) {
  EXPECT_THAT(complaint_about("{}"), HasSubstr("tilewright gpus --gpu rtx3070 --format json"));
}

}  // namespace
}  // namespace tilewright::formats
