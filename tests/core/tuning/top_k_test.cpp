#include "core/tuning/top_k.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

TEST(TopK, CountsUpToTheSurvivors) {
  EXPECT_EQ(parse_top_k("8").of(146), 8U);
  EXPECT_EQ(parse_top_k("8").of(3), 3U);
  EXPECT_EQ(parse_top_k("8").of(0), 0U);
  EXPECT_EQ(parse_top_k("1").of(146), 1U);
}

TEST(TopK, TakesAFractionRoundedDownAndNeverNone) {
  EXPECT_EQ(parse_top_k("0.5").of(5), 2U);
  EXPECT_EQ(parse_top_k("0.29").of(100), 29U);
  EXPECT_EQ(parse_top_k("0.01").of(10), 1U);
  EXPECT_EQ(parse_top_k("1.0").of(146), 146U);
  EXPECT_EQ(parse_top_k("1e-3").of(5000), 5U);
  EXPECT_EQ(parse_top_k("all").of(146), 146U);
}

TEST(TopK, IsShownAsTyped) {
  for (const char* text : {"8", "0.25", "all"}) EXPECT_EQ(parse_top_k(text).to_text(), text);
  EXPECT_EQ(parse_top_k("1.0").to_text(), "all");
}

TEST(TopK, RefusesWhatIsOutOfRange) {
  for (const char* text : {"0", "0.0", "-1", "-0.5", "1.5", "2.0", "nan", "inf", "abc", "", " 8", "8 ", "8x", "0x8",
                           "1e400", "99999999999999999999999", "All"}) {
    EXPECT_ERROR(static_cast<void>(parse_top_k(text)), ErrorKind::bad_argument,
                 "top-k '" + std::string(text) +
                     "' is not possible; give an integer from 1 (a count), a decimal in (0, 1] (a fraction of the "
                     "survivors), or 'all'");
  }
  EXPECT_ERROR(static_cast<void>(TopK::count(0)), ErrorKind::bad_argument, testing::HasSubstr("top-k '0'"));
  EXPECT_ERROR(static_cast<void>(TopK::fraction(std::numeric_limits<double>::quiet_NaN())), ErrorKind::bad_argument,
               testing::HasSubstr("top-k 'nan'"));
}

RC_GTEST_PROP(TopKLaws, OfSurvivorsIsBetweenOneAndAllAndGrows, ()) {
  const auto survivors = *rc::gen::inRange<std::size_t>(1, 100000);
  const double small = *rc::gen::inRange(1, 1000) / 1000.0;
  const double large = small + (1 - small) * (*rc::gen::inRange(0, 1001) / 1000.0);
  const std::size_t few = TopK::fraction(small).of(survivors);
  const std::size_t many = TopK::fraction(large).of(survivors);
  RC_ASSERT(few >= 1U);
  RC_ASSERT(few <= many);
  RC_ASSERT(many <= survivors);
}

}  // namespace
}  // namespace tilewright
