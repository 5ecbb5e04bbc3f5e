#include "core/store/lookup/fields.hpp"

#include <gtest/gtest.h>

namespace tilewright::lookup {
namespace {

const Fields kFields{{"name", "a"}, {"sms", std::int64_t{46}}, {"peak", 40.0}, {"fast", true}};

TEST(LookupFields, AreFoundByName) {
  EXPECT_EQ(*find(kFields, "sms"), Value(std::int64_t{46}));
  EXPECT_EQ(find(kFields, "SMs"), nullptr);
  EXPECT_EQ(integer(kFields, "sms", 7), 46);
  EXPECT_EQ(integer(kFields, "peak", 7), 7);
  EXPECT_EQ(integer(kFields, "none", 7), 7);
}

TEST(LookupFields, TextOfEachKind) {
  EXPECT_EQ(text_of(std::string("a b")), "a b");
  EXPECT_EQ(text_of(true), "true");
  EXPECT_EQ(text_of(std::int64_t{-3}), "-3");
  EXPECT_EQ(text_of(0.1), "0.1");
}

TEST(LookupFields, FirstDifferenceIsNamed) {
  EXPECT_EQ(first_difference(kFields, kFields), std::nullopt);
  EXPECT_EQ(first_difference(kFields, {}), std::nullopt);
  EXPECT_EQ(first_difference(kFields, {{"peak", std::int64_t{40}}}), std::nullopt);
  EXPECT_EQ(first_difference(kFields, {{"fast", true}, {"sms", std::int64_t{132}}, {"name", "b"}}),
            "'sms' is 46, not 132");
  EXPECT_EQ(first_difference(kFields, {{"l2_mib", 4.5}}), "'l2_mib' is not there, not 4.5");
}

}  // namespace
}  // namespace tilewright::lookup
