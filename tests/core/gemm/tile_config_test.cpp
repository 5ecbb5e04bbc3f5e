#include "core/gemm/tile_config.hpp"

#include <gtest/gtest.h>

#include "tests/reference/reference_run.hpp"
#include "tests/support/expect_error.hpp"

namespace tilewright::gemm {
namespace {

TEST(ReferenceSpace, HasThe192ConfigsInThePublishedOrder) {
  const Space space = reference_space();
  ASSERT_EQ(space.product_size(), 192U);
  space.for_each([](ConfigIndex index, const Config& config) {
    const reference::ConfigFigures& published = reference::kConfigs.at(index);
    EXPECT_EQ(tile_config(config),
              (TileConfig{published.bm, published.bn, published.bk, published.num_warps, published.num_stages}));
  });
}

TEST(TileConfig, IsReadByName) {
  const Config config{{"num_stages", 3}, {"GROUP_SIZE_M", 8}, {"BN", 64}, {"BM", 128}, {"BK", 32}, {"num_warps", 4}};
  const TileConfig tile{128, 64, 32, 4, 3};
  EXPECT_EQ(tile_config(config), tile);
  EXPECT_EQ(tile_config(to_config(tile)), tile);
  EXPECT_EQ(to_text(tile), "128x64x32 w4 s3");
  EXPECT_EQ(tile.threads(), 128);
}

TEST(TileConfig, RefusesWhatIsNoTile) {
  Config config = to_config({128, 64, 32, 4, 3});
  config.set(0, 0);
  EXPECT_ERROR(static_cast<void>(tile_config(config)), ErrorKind::bad_argument,
               "parameter 'BM' is 0; a tile config needs 1 to 65536");
  config.set(0, 65537);
  EXPECT_ERROR(static_cast<void>(tile_config(config)), ErrorKind::bad_argument,
               "parameter 'BM' is 65537; a tile config needs 1 to 65536");
  config.set(0, "large");
  EXPECT_ERROR(static_cast<void>(tile_config(config)), ErrorKind::bad_argument, testing::HasSubstr("not an integer"));
  EXPECT_ERROR(static_cast<void>(tile_config(Config{{"BM", 1}})), ErrorKind::bad_argument,
               "there is no parameter 'BN'; there are: BM");
}

}  // namespace
}  // namespace tilewright::gemm
