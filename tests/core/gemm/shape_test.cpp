#include "core/gemm/shape.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/expect_error.hpp"

namespace tilewright::gemm {
namespace {

using testing::HasSubstr;

TEST(ParseShape, ReadsThreeSizes) {
  EXPECT_EQ(parse_shape("4096x128256x40960"), (GemmShape{4096, 128256, 40960}));
  EXPECT_EQ(parse_shape("1x1x2147483647"), (GemmShape{1, 1, kMaxSize}));
}

TEST(ParseShape, RefusesEverythingElseInOneLine) {
  const auto refused = [](const char* text, const char* what) {
    EXPECT_ERROR(static_cast<void>(parse_shape(text)), ErrorKind::bad_argument,
                 "shape '" + std::string(text) + "' " + what + "; give MxNxK, each from 1 to 2147483647");
  };
  refused("", "has not three sizes");
  refused("4096", "has not three sizes");
  refused("4096x4096", "has not three sizes");
  refused("4096x", "has not three sizes");
  refused("4096x4096x", "has '' for K, which is not an integer");
  refused("4096x4096x4096x1", "has '4096x1' for K, which is not an integer");
  refused("axbxc", "has 'a' for M, which is not an integer");
  refused("1x1x1.5", "has '1.5' for K, which is not an integer");
  refused("1x 1x1", "has ' 1' for N, which is not an integer");
  refused("0x1x1", "has 0 for M, which is out of range");
  refused("1x-1x1", "has -1 for N, which is out of range");
  refused("1x1x2147483648", "has 2147483648 for K, which is out of range");
  refused("9223372036854775808x1x1", "has 9223372036854775808 for M, which is out of range");
}

TEST(ParseDtype, KnowsTheTwo) {
  EXPECT_EQ(parse_dtype("fp16"), Dtype::fp16);
  EXPECT_EQ(parse_dtype("bf16"), Dtype::bf16);
  EXPECT_ERROR(static_cast<void>(parse_dtype("fp32")), ErrorKind::bad_argument,
               "dtype 'fp32' is not known; give fp16 or bf16");
}

RC_GTEST_PROP(ShapeLaws, TextIsReadBack, ()) {
  const auto size = rc::gen::inRange<std::int64_t>(1, kMaxSize + 1);
  const GemmShape shape{*size, *size, *size};
  RC_ASSERT(parse_shape(to_text(shape)) == shape);
}

}  // namespace
}  // namespace tilewright::gemm
