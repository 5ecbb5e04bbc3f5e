#include "kernels/reference.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/half.hpp"

namespace tilewright::kernels {
namespace {

using gemm::Dtype;

std::vector<std::uint16_t> halves(std::initializer_list<double> values) {
  std::vector<std::uint16_t> result;
  for (const double value : values) result.push_back(narrow(Dtype::fp16, value));
  return result;
}

constexpr double kPadding = 1000;  // between rows; must not be read

TEST(ReferenceGemm, EveryLayoutGivesTheSameProduct) {
  // A = [1 2 3; 4 5 6], B = [7 10; 8 11; 9 12]
  const auto a_rows = halves({1, 2, 3, kPadding, 4, 5, 6});
  const auto a_columns = halves({1, 4, kPadding, 2, 5, kPadding, 3, 6});
  const auto b_rows = halves({7, 10, 8, 11, 9, 12});
  const auto b_columns = halves({7, 8, 9, 10, 11, 12});
  for (const Layout a : {Layout::row_major, Layout::column_major})
    for (const Layout b : {Layout::row_major, Layout::column_major}) {
      GemmOperands o = packed_operands({2, 2, 3}, Dtype::fp16, a, b);
      o.lda += 1;
      const HostOperands host{
          a == Layout::row_major ? a_rows : a_columns, b == Layout::row_major ? b_rows : b_columns, {}};
      const std::vector<Expected> c = reference_gemm(o, host);
      const std::vector<double> expected{50, 68, 122, 167};
      ASSERT_EQ(c.size(), 4U);
      for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(c[i].value, expected[i]);
        EXPECT_EQ(c[i].magnitude, expected[i]);
      }
    }
}

TEST(ReferenceGemm, MagnitudeAddsWhatCancels) {
  const auto a = halves({1, -1});
  const auto b = halves({3, 3});
  const auto bias = halves({-2});
  const GemmOperands o = packed_operands({1, 1, 2}, Dtype::fp16, Layout::row_major, Layout::row_major, Epilogue::bias);
  const Expected c = expected_element(o, {a, b, bias}, 0, 0);
  EXPECT_EQ(c.value, -2);
  EXPECT_EQ(c.magnitude, 8);
}

TEST(ReferenceGemm, BiasIsOneForEachColumn) {
  const auto a = halves({1, 2});
  const auto b = halves({10, 20, 30});
  const auto bias = halves({1, 2, 3});
  const GemmOperands o = packed_operands({2, 3, 1}, Dtype::fp16, Layout::row_major, Layout::row_major, Epilogue::bias);
  const std::vector<Expected> c = reference_gemm(o, {a, b, bias});
  const std::vector<double> expected{11, 22, 33, 21, 42, 63};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(c[i].value, expected[i]);
}

TEST(ReferenceGemm, Epilogues) {
  EXPECT_EQ(apply_epilogue(Epilogue::none, 1.5, 7), 1.5);
  EXPECT_EQ(apply_epilogue(Epilogue::bias, 1.5, -7), -5.5);
  EXPECT_EQ(apply_epilogue(Epilogue::bias_relu, 1.5, -7), 0);
  EXPECT_EQ(apply_epilogue(Epilogue::bias_relu, 1.5, 1), 2.5);
  // 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
  EXPECT_NEAR(apply_epilogue(Epilogue::bias_gelu, 0.75, 0.25), 0.8411919906082768, 1e-15);
  EXPECT_NEAR(apply_epilogue(Epilogue::bias_gelu, -1.25, 0.25), -0.15880800939172324, 1e-15);
  EXPECT_EQ(apply_epilogue(Epilogue::bias_gelu, 0, 0), 0);
  EXPECT_EQ(apply_epilogue(Epilogue::bias_gelu, 1e6, 0), 1e6);
  EXPECT_EQ(apply_epilogue(Epilogue::bias_gelu, -1e6, 0), 0);
  EXPECT_TRUE(std::isnan(apply_epilogue(Epilogue::bias_relu, std::nan(""), 0)));
}

TEST(ReferenceGemm, NamesOfEpiloguesAndLayouts) {
  for (const Epilogue e : {Epilogue::none, Epilogue::bias, Epilogue::bias_relu, Epilogue::bias_gelu})
    EXPECT_EQ(parse_epilogue(to_text(e)), e);
  for (const Layout l : {Layout::row_major, Layout::column_major}) EXPECT_EQ(parse_layout(to_text(l)), l);
}

RC_GTEST_PROP(ReferenceGemm, OneElementIsThatOfTheWhole, ()) {
  const auto size = [](int most) { return static_cast<std::int64_t>(*rc::gen::inRange(1, most)); };
  const auto layout = [] { return *rc::gen::element(Layout::row_major, Layout::column_major); };
  const Dtype dtype = *rc::gen::element(Dtype::fp16, Dtype::bf16);
  GemmOperands o = packed_operands({size(6), size(6), size(9)}, dtype, layout(), layout(),
                                   *rc::gen::element(Epilogue::none, Epilogue::bias_relu));
  o.lda += size(4) - 1;
  o.ldb += size(4) - 1;
  const auto matrix = [](std::int64_t count) {
    return *rc::gen::container<std::vector<std::uint16_t>>(static_cast<std::size_t>(count),
                                                           rc::gen::inRange<std::uint16_t>(0x3c00, 0x4000));
  };
  const auto a = matrix(extent_of_a(o).outer * o.lda);
  const auto b = matrix(extent_of_b(o).outer * o.ldb);
  const auto bias = matrix(o.shape.n);
  const std::vector<Expected> c = reference_gemm(o, {a, b, bias});
  const std::int64_t row = *rc::gen::inRange<std::int64_t>(0, o.shape.m);
  const std::int64_t column = *rc::gen::inRange<std::int64_t>(0, o.shape.n);
  const Expected one = expected_element(o, {a, b, bias}, row, column);
  RC_ASSERT(c[static_cast<std::size_t>(row * o.shape.n + column)].value == one.value);
  RC_ASSERT(c[static_cast<std::size_t>(row * o.shape.n + column)].magnitude == one.magnitude);
}

}  // namespace
}  // namespace tilewright::kernels
