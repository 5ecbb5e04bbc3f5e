#include "core/store/context.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/expect_error.hpp"

namespace tilewright::store {
namespace {

TEST(Context, JoinsPartsUnderTheirNames) {
  const Config shape{{"M", 1}, {"N", 2}};
  const Config device{{"name", "H200"}};
  EXPECT_EQ(join({{"problem", shape}, {"device", device}, {"", device}}),
            (Config{{"problem.M", 1}, {"problem.N", 2}, {"device.name", "H200"}, {"name", "H200"}}));
  EXPECT_EQ(join({}), Config());
}

TEST(Context, RefusesANameTwice) {
  const Config part{{"a", 1}};
  EXPECT_ERROR(static_cast<void>(join({{"", part}, {"", part}})), ErrorKind::bad_argument,
               testing::HasSubstr("'a' twice"));
}

TEST(Context, LeavesOut) {
  const Config config{{"gpu", 1}, {"gpu.sms", 2}, {"run.host", "x"}};
  EXPECT_EQ(without(config, "gpu"), (Config{{"gpu.sms", 2}, {"run.host", "x"}}));
  EXPECT_EQ(without_part(config, "run."), (Config{{"gpu", 1}, {"gpu.sms", 2}}));
}

}  // namespace
}  // namespace tilewright::store
