#include "core/store/content_hash.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace tilewright::store {
namespace {

TEST(ContentHash, is_fnv_1a_of_the_parts_and_their_lengths) {
  EXPECT_EQ(content_hash({}), "6c62272e07bb014262b821756295c58d");           // the published offset
  EXPECT_EQ(content_hash({"a"}), "697111cbc8757277b806e976eb39373d");        // of "a;1;"
  EXPECT_EQ(content_hash({"ab", "c"}), "f084abb71106186904558e8accd2165a");  // of "ab;2;c;1;"
}

RC_GTEST_PROP(ContentHash, tells_where_one_part_ends, (const std::string& one, const std::string& other)) {
  RC_PRE(!other.empty());
  RC_ASSERT(content_hash({one, other}) != content_hash({one + other.substr(0, 1), other.substr(1)}));
  RC_ASSERT(content_hash({one, other}) != content_hash({one + other}));
}

RC_GTEST_PROP(ContentHash, sees_a_flipped_bit, (std::string text)) {
  RC_PRE(!text.empty());
  const std::string before = content_hash({text});
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  text[at] = static_cast<char>(text[at] ^ (1 << *rc::gen::inRange(0, 8)));
  RC_ASSERT(content_hash({text}) != before);
}

}  // namespace
}  // namespace tilewright::store
