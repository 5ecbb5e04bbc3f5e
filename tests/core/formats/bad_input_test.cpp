#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <fstream>
#include <vector>

#include "core/error.hpp"
#include "core/formats/file_bytes.hpp"
#include "tests/core/formats/recordings.hpp"
#include "tests/support/expect_error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tilewright::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

void read(std::string_view text) { static_cast<void>(read_text(text, "it")); }

std::string packed(std::string_view text) {
  std::string bytes(::compressBound(text.size()) + 32, '\0');
  z_stream stream{};
  EXPECT_EQ(::deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  ::deflateEnd(&stream);
  return bytes;
}

TEST(BadInput, Empty) {
  for (const char* text : {"", " \n\r\n", "\xEF\xBB\xBF"})
    EXPECT_ERROR(read(text), ErrorKind::bad_file, "it: it is empty");
}

TEST(BadInput, UnknownFormats) {
  for (const char* text :
       {"hello", "{}", "[]", "{\"a\": 1}", "null", "a,b,c\n1,2,3\n", "{", "\"", "<xml/>", "\x01\x02"})
    EXPECT_ERROR(read(text), ErrorKind::bad_file,
                 StartsWith("it: it is of no format that is known; known are kernel-tuner, t4, ktt"));
}

TEST(BadInput, OtherEncodings) {
  EXPECT_ERROR(read(std::string("\xFF\xFE{\0", 4)), ErrorKind::bad_file,
               "it: it is UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`");
  const Reading reading = read_text(
      "Operation,Disposition,Status,OperationKind,Runtime\nop,passed,success,gemm,1\n\xC0\xAF,passed,success,gemm,1\n",
      "it");
  EXPECT_EQ(count_rows(reading), 1U);
  EXPECT_THAT(refusals_of(reading), ElementsAre("it:3: it is not UTF-8"));
}

TEST(BadInput, HugeNesting) {
  constexpr std::size_t kSize = 20'000'000;
  const std::string brackets(kSize, '[');
  EXPECT_ERROR(read(brackets), ErrorKind::bad_file, StartsWith("it: it is of no format"));
  EXPECT_THAT(refusals_of(read_text("{\"results\": " + brackets, "it")), testing::SizeIs(1));
  const std::string closed = std::string(1000, '[') + std::string(1000, ']');
  const Reading reading = read_text("{\"results\": [" + closed + "]}", "it");
  EXPECT_THAT(refusals_of(reading), ElementsAre("it:1: over 64 levels of brackets"));
  const Reading cache = read_text("{\"tune_params_keys\": [\"a\"], \"cache\": {\"1\": {\"a\": " + closed + "}}}", "it");
  EXPECT_THAT(refusals_of(cache), ElementsAre("it:1: over 64 levels of brackets"));
}

TEST(BadInput, ManyBadRecordsEndIt) {
  std::string text = "Operation,Disposition,Status,OperationKind,Runtime\n";
  for (int i = 0; i < 20'000; ++i) text += "x\n";
  EXPECT_ERROR(
      read(text), ErrorKind::bad_file,
      AllOf(StartsWith("it: over 10000 records are refused"), HasSubstr("The first: line 2: it has 1 fields")));
}

TEST(BadInput, RepeatedNames) {
  EXPECT_THAT(refusals_of(read_text("{\"results\": [], \"results\": []}", "it")),
              ElementsAre("it:1: field 'results' is there twice"));
  EXPECT_ERROR(read("Operation,Disposition,Status,Operation\n"), ErrorKind::bad_file,
               "it: its header cannot be read: column 'Operation' is there twice");
}

TEST(BadInput, TextBehindTheEnd) {
  EXPECT_THAT(refusals_of(read_text("{\"results\": []\n}\n}", "it")), ElementsAre("it:2: '}' after the end"));
}

TEST(Gzip, IsUnpacked) {
  const std::string text = test::bytes_of(test::data_file("formats/t4.json"));
  EXPECT_EQ(text_of(read_text(packed(text), "it")), text_of(read_text(text, "it")));
  EXPECT_EQ(unpacked(packed("ab") + packed("") + packed("cd"), "it"), "abcd");
}

TEST(Gzip, ThatEndsEarlyIsRefused) {
  const std::string bytes = packed(test::bytes_of(test::data_file("formats/tunable_op.csv")));
  for (std::size_t size = 2; size < bytes.size(); ++size)
    EXPECT_ERROR(read(bytes.substr(0, size)), ErrorKind::bad_file, "it: its gzip data ends early; fetch it again");
}

TEST(Gzip, ThatIsDamagedIsRefused) {
  std::string bytes = packed(std::string(1000, 'x') + "yz");
  bytes[bytes.size() - 6] ^= 1;  // of its checksum
  EXPECT_ERROR(read(bytes), ErrorKind::bad_file, StartsWith("it: its gzip data is damaged (incorrect data check)"));
}

TEST(Gzip, ThatHoldsTooMuchIsRefused) {
  const std::string bytes = packed(std::string(1 << 20, ' '));
  EXPECT_EQ(unpacked(bytes, "it", 1 << 20).size(), 1U << 20);
  EXPECT_ERROR(static_cast<void>(unpacked(bytes, "it", (1 << 20) - 1)), ErrorKind::bad_file, "it: it holds over 0 MiB");
}

class Files : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path path(const char* name) const { return folder_.path() / name; }

  void expect_refused(const std::filesystem::path& file, const std::string& what) {
    EXPECT_ERROR(static_cast<void>(read_any(file)), ErrorKind::bad_file, file.string() + ": " + what);
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(Files, ThatAreNotThere) { expect_refused(path("none"), "it cannot be opened: No such file or directory"); }

TEST_F(Files, ThatAreFolders) {
  std::filesystem::create_directory(path("folder"));
  expect_refused(path("folder"), "it is a folder; name a file in it");
}

TEST_F(Files, ThatArePipesAreNotWaitedFor) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  expect_refused(path("pipe"), "it is not a regular file; write it to one first");
  expect_refused("/dev/null", "it is not a regular file; write it to one first");
}

TEST_F(Files, ThatMayNotBeRead) {
  std::ofstream(path("secret")) << "x";
  std::filesystem::permissions(path("secret"), std::filesystem::perms::none);
  if (std::ifstream(path("secret"))) GTEST_SKIP() << "this user may read everything";
  expect_refused(path("secret"), "it cannot be opened: Permission denied");
}

TEST_F(Files, ThatAreTooLarge) {
  std::ofstream(path("large")) << std::string(3000, 'x');
  EXPECT_EQ(read_bytes(path("large"), 3000).size(), 3000U);
  EXPECT_ERROR(static_cast<void>(read_bytes(path("large"), 2999)), ErrorKind::bad_file, HasSubstr("it is over 0 MiB"));
}

TEST_F(Files, AreReadWhole) {
  std::ofstream(path("empty")) << "";
  EXPECT_THAT(read_bytes(path("empty")), IsEmpty());
  const std::string bytes(300'000, 'y');
  std::ofstream(path("some")) << bytes;
  EXPECT_EQ(read_bytes(path("some")), bytes);
}

}  // namespace
}  // namespace tilewright::formats
