#include "core/store/shape_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "tests/core/gemm/generators.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::store {
namespace {

using gemm::GemmShape;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<GemmShape> shapes_in(const std::string& text) { return parse_shape_list(text, "s.csv").shapes; }

void expect_refused(const std::string& text, const std::string& line) {
  EXPECT_ERROR(static_cast<void>(parse_shape_list(text, "s.csv")), ErrorKind::bad_file, "s.csv: " + line);
}

TEST(ShapeList, ReadsLinesWithAndWithoutAHeader) {
  const auto expected = ElementsAre(GemmShape{1, 2, 3}, GemmShape{4, 5, 6});
  EXPECT_THAT(shapes_in("1,2,3\n4,5,6\n"), expected);
  EXPECT_THAT(shapes_in("M,N,K\n1,2,3\n4,5,6"), expected);
  EXPECT_THAT(shapes_in("m, n, k\n1, 2, 3\n4, 5, 6\n"), expected);
  EXPECT_THAT(shapes_in("K,M,N\n3,1,2\n6,4,5\n"), expected);
  EXPECT_THAT(shapes_in("\xEF\xBB\xBFM,N,K\r\n1,2,3\r\n4,5,6\r\n"), expected);
  EXPECT_THAT(shapes_in("# mine\n\n1,2,3  # first\n \n4,5,6\n\n"), expected);
  EXPECT_THAT(shapes_in("2147483647,1,1"), ElementsAre(GemmShape{gemm::kMaxSize, 1, 1}));
}

TEST(ShapeList, TakesAShapeOnceAndSaysSo) {
  const ShapeList list = parse_shape_list("M,N,K\n1,2,3\n4,5,6\n1,2,3\n", "s.csv");
  EXPECT_EQ(list.shapes.size(), 2U);
  EXPECT_THAT(list.notes, ElementsAre("s.csv: line 4: 1x2x3 is in line 2 already"));
  EXPECT_THAT(parse_shape_list("1,2,3\n3,2,1\n", "s").notes, IsEmpty());
}

TEST(ShapeList, NamesEachBadLine) {
  const std::string range = ", not an integer from 1 to 2147483647";
  expect_refused("1,2,3\n0,1,1\n", "line 2: M is '0'" + range);
  expect_refused("1,-2,3\n", "line 1: N is '-2'" + range);
  expect_refused("1,2,2147483648\n", "line 1: K is '2147483648'" + range);
  expect_refused("1,2,99999999999999999999\n", "line 1: K is '99999999999999999999'" + range);
  expect_refused("1,2,3.0\n", "line 1: K is '3.0'" + range);
  expect_refused("1,2,\n", "line 1: K is ''" + range);
  expect_refused("1,2\n1,2,3,4\n1,2,3\n1;2;3\n",
                 "line 1: 2 fields where M,N,K are expected; line 2: 4 fields where M,N,K are expected; "
                 "line 4: 1 fields where M,N,K are expected");
  expect_refused("1,2,3\na,b,c\n", "line 2: M is 'a'" + range);
  expect_refused("1,2,3\nM,N,K\n", "line 2: M is 'M'" + range);
  expect_refused("a,b,c\n1,2,3\n", "line 1: 'a' is neither a shape nor the header M,N,K");
  expect_refused("M,N,K,time\n1,2,3,4\n",
                 "line 1: 'M' is neither a shape nor the header M,N,K; "
                 "line 2: 4 fields where M,N,K are expected");
  expect_refused("M,N,N\n", "line 1: 'M' is neither a shape nor the header M,N,K");
  expect_refused("\"1\",2,3\n", "line 1: '\"1\"' is neither a shape nor the header M,N,K");
}

TEST(ShapeList, NamesTenBadLinesAndCountsTheRest) {
  std::string text;
  for (int i = 0; i < 25; ++i) text += "0,1,1\n";
  EXPECT_ERROR(
      static_cast<void>(parse_shape_list(text, "s.csv")), ErrorKind::bad_file,
      testing::AllOf(HasSubstr("line 10: "), testing::Not(HasSubstr("line 11: ")), testing::EndsWith("; 15 more")));
}

TEST(ShapeList, RefusesAListWithoutShapes) {
  for (const char* text : {"", "\n\n", "M,N,K\n", "# nothing\n"})
    expect_refused(text, "there is no shape in it; give lines of M,N,K");
}

TEST(ShapeList, ReadsOnlyFiles) {
  EXPECT_ERROR(static_cast<void>(read_shape_list("/")), ErrorKind::bad_file, "/: it is not a regular file");
  EXPECT_ERROR(static_cast<void>(read_shape_list("/nowhere")), ErrorKind::bad_file, HasSubstr("/nowhere: "));
}

RC_GTEST_PROP(ShapeListLaws, NoTextBreaksIt, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::element('1', '2', ',', '\n', '\r', ' ', '#', 'M', '-', '\0'));
  try {
    RC_ASSERT(!parse_shape_list(text, "s").shapes.empty());
  } catch (const Error& fault) {
    RC_ASSERT(fault.kind() == ErrorKind::bad_file);
  }
}

TEST(MiddleOf, IsNearestToTheMedians) {
  const std::vector<GemmShape> shapes{{1, 4096, 4096}, {64, 4096, 4096}, {8192, 4096, 4096}};
  EXPECT_EQ(middle_of(shapes), (GemmShape{64, 4096, 4096}));
  const std::vector<GemmShape> one{{3, 5, 7}};
  EXPECT_EQ(middle_of(one), one[0]);
  const std::vector<GemmShape> two{{64, 1, 1}, {2, 1, 1}};
  EXPECT_EQ(middle_of(two), two[1]);  // the lower median
  const std::vector<GemmShape> ties{{4, 1, 2}, {2, 1, 4}, {2, 1, 1}, {1, 1, 2}};
  EXPECT_EQ(middle_of(ties), (GemmShape{1, 1, 2}));  // the middle is 2 x 1 x 2
}

RC_GTEST_PROP(MiddleOfLaws, OrderDoesNotMatter, ()) {
  auto shapes = *rc::gen::nonEmpty(rc::gen::container<std::vector<GemmShape>>(gemm::any_shape()));
  const GemmShape middle = middle_of(shapes);
  RC_ASSERT(std::find(shapes.begin(), shapes.end(), middle) != shapes.end());
  std::reverse(shapes.begin(), shapes.end());
  RC_ASSERT(middle_of(shapes) == middle);
}

}  // namespace
}  // namespace tilewright::store
