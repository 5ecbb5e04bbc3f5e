#include "core/tuning/config.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright {
namespace {

const Config kConfig{{"BM", 128}, {"scale", 0.5}, {"swap", true}, {"layout", "row"}};

TEST(Config, KeepsTheOrderOfItsNames) {
  EXPECT_EQ(kConfig.names(), (Config::Names{"BM", "scale", "swap", "layout"}));
  EXPECT_EQ(to_text(kConfig), "BM=128 scale=0.5 swap=true layout=row");
}

TEST(Config, GivesEachValueAsWhatItIs) {
  EXPECT_EQ(kConfig.integer("BM"), 128);
  EXPECT_EQ(kConfig.real("scale"), 0.5);
  EXPECT_EQ(kConfig.real("BM"), 128.0);
  EXPECT_TRUE(kConfig.flag("swap"));
  EXPECT_EQ(kConfig.text("layout"), "row");
  EXPECT_EQ(kConfig.find("BK"), nullptr);
}

TEST(Config, SaysWhatIsThereForAnUnknownName) {
  EXPECT_ERROR(static_cast<void>(kConfig.integer("BK")), ErrorKind::bad_argument,
               "there is no parameter 'BK'; there are: BM, scale, swap, layout");
  EXPECT_ERROR(static_cast<void>(Config().at("BK")), ErrorKind::bad_argument,
               "there is no parameter 'BK'; there are: none");
}

TEST(Config, RefusesAnotherType) {
  EXPECT_ERROR(static_cast<void>(kConfig.integer("layout")), ErrorKind::bad_argument,
               "parameter 'layout' is row, which is not an integer; read it as what it is");
  EXPECT_ERROR(static_cast<void>(kConfig.integer("scale")), ErrorKind::bad_argument,
               "parameter 'scale' is 0.5, which is not an integer; read it as what it is");
}

TEST(Config, RefusesBadEntries) {
  EXPECT_ERROR((Config{{"", 1}}), ErrorKind::bad_argument, "a config has a parameter without a name; name it");
  EXPECT_ERROR((Config{{"a", 1}, {"a", 2}}), ErrorKind::bad_argument, "a config has parameter 'a' twice; keep one");
  EXPECT_ERROR((Config{{"a", std::nan("")}}), ErrorKind::bad_argument, "parameter 'a' is NaN; give it a number");
}

TEST(Config, EqualsByContent) {
  EXPECT_EQ((Config{{"a", 1}, {"b", 2}}), (Config{{"a", 1}, {"b", 2}}));
  EXPECT_NE((Config{{"a", 1}, {"b", 2}}), (Config{{"b", 2}, {"a", 1}}));
  EXPECT_NE((Config{{"a", 1}}), (Config{{"a", 1.0}}));
  EXPECT_NE((Config{{"a", 1}}), (Config{{"b", 1}}));
}

TEST(Config, OrdersValueByValue) {
  EXPECT_LT((Config{{"a", 1}, {"b", 9}}), (Config{{"a", 2}, {"b", 0}}));
  EXPECT_LT((Config{{"a", 64}}), (Config{{"a", 128}}));
  EXPECT_LT((Config{{"a", 1}}), (Config{{"b", 1}}));
}

TEST(ValueText, KeepsARealApartFromAnInteger) {
  EXPECT_EQ(to_text(Value(2)), "2");
  EXPECT_EQ(to_text(Value(2.0)), "2.0");
  EXPECT_EQ(to_text(Value(0.1)), "0.1");
  EXPECT_EQ(to_text(Value(1e300)), "1e+300");
  EXPECT_EQ(to_text(Value(false)), "false");
}

}  // namespace
}  // namespace tilewright
