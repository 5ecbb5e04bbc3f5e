#include "core/store/nearest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tilewright::store {
namespace {

const Config kWanted{{"M", 4096}, {"driver", "13.1"}, {"sms", 132}};

TEST(Nearest, HasTheFewestDifferencesAndIsTheLastOfEquals) {
  const std::vector<Config> contexts{{{"M", 1}, {"driver", "13.0"}, {"sms", 132}},
                                     {{"M", 4096}, {"driver", "13.0"}, {"sms", 132}},
                                     {{"M", 1024}, {"driver", "13.1"}, {"sms", 132}},
                                     {{"N", 4096}}};
  EXPECT_EQ(nearest(contexts, kWanted), 2U);
  EXPECT_EQ(nearest({}, kWanted), std::nullopt);
}

TEST(Nearest, AMissSaysWhatDiffers) {
  EXPECT_EQ(miss_text({{"M", 4096}, {"driver", "13.0"}, {"sms", 132}}, kWanted),
            "no measurements: the nearest entry differs in driver: 13.0, here 13.1");
  EXPECT_EQ(miss_text({{"M", 4096}, {"sms", 108}, {"old", true}}, kWanted),
            "no measurements: the nearest entry differs in driver: nothing, here 13.1; sms: 108, here 132; old: true, "
            "here nothing");
}

TEST(Nearest, AMissShowsThreeDifferencesAtMost) {
  EXPECT_EQ(miss_text({{"a", 1}, {"b", 2}}, kWanted),
            "no measurements: the nearest entry differs in M: nothing, here 4096; driver: nothing, here 13.1; sms: "
            "nothing, here 132; and 2 more");
}

TEST(Nearest, AnIntegerIsNotTheRealOfItsValue) {
  EXPECT_EQ(differences({{"a", 2}}, {{"a", 2.0}}).size(), 1U);
  EXPECT_TRUE(differences({{"a", 2}, {"b", 1}}, {{"b", 1}, {"a", 2}}).empty());
}

}  // namespace
}  // namespace tilewright::store
