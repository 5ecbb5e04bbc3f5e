#include "core/store/config_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "tests/core/store/configs_gen.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::store {
namespace {

TEST(ConfigText, IsALineForEachEntry) {
  EXPECT_EQ(canonical_text({}), "");
  EXPECT_EQ(canonical_text({{"BM", 128}, {"ratio", 2.0}, {"hot", true}, {"name", "a=b\n\\"}}),
            "BM=128\nratio=2.0\nhot=true\nname=\"a\\=b\\n\\\\\"\n");
}

TEST(ConfigText, EqualValuesGiveEqualTexts) { EXPECT_EQ(canonical_text({{"x", -0.0}}), canonical_text({{"x", 0.0}})); }

TEST(ConfigText, KeepsInfinitiesAndOddBytes) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Config odd{{"a", infinity}, {"b", -infinity}, {"c", std::string("\0\xff\"", 3)}, {"=\n", "true"}};
  EXPECT_EQ(parse_canonical_text(canonical_text(odd)), odd);
}

TEST(ConfigText, RefusesWhatItDidNotMake) {
  for (const char* text : {"a=1", "a\n", "a=\n", "a=x\n", "a=\"x\n", "a=\"\\x\"\n", "a=\"\\\"\n", "a\\=1\n", "\n",
                           "a=99999999999999999999\n", "a=1-2\n", "a=1\nb"})
    EXPECT_ERROR(static_cast<void>(parse_canonical_text(text)), ErrorKind::bad_file, testing::HasSubstr("damaged"));
}

RC_GTEST_PROP(ConfigText, IsReadAsItWasWritten, ()) {
  const Config config = *any_config();
  RC_ASSERT(parse_canonical_text(canonical_text(config)) == config);
}

RC_GTEST_PROP(ConfigText, TellsConfigsApart, ()) {
  const Config one = *any_config();
  const Config other = *any_config();
  RC_ASSERT((canonical_text(one) == canonical_text(other)) == (one == other));
}

}  // namespace
}  // namespace tilewright::store
