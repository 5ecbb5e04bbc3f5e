#include "core/report/wave_picture.hpp"

#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

const gemm::TileConfig kTile{.bm = 128, .bn = 128, .bk = 32, .num_warps = 8, .num_stages = 2};

std::string picture_of(std::int64_t tiles) {
  return wave_picture({.m = 128 * tiles, .n = 128, .k = 4096}, kTile, gemm::find_gpu("rtx3070"));
}

TEST(WavePicture, ReferencePickFillsTheLastWaveByAnEighth) {
  const gemm::TileConfig pick{.bm = 256, .bn = 128, .bk = 32, .num_warps = 8, .num_stages = 2};
  EXPECT_EQ(wave_picture({.m = 4096, .n = 4096, .k = 4096}, pick, gemm::find_gpu("rtx3070")),
            "512 tiles of 256x128, 1 on each of 46 SMs (limited by registers): 46 CTAs a wave, 12 waves\n"
            "  waves 1-11   [##############################################] full\n"
            "  wave 12      [######........................................] 6 of 46 CTAs, 13 % full\n");
}

TEST(WavePicture, OneWaveOfNinetyTwoTilesIsFull) {
  EXPECT_EQ(picture_of(92),
            "92 tiles of 128x128, 2 on each of 46 SMs (limited by registers): 92 CTAs a wave, 1 wave\n"
            "  wave 1     [##############################################] full\n");
}

TEST(WavePicture, OneTileMoreTakesASecondWave) {
  EXPECT_EQ(picture_of(93),
            "93 tiles of 128x128, 2 on each of 46 SMs (limited by registers): 92 CTAs a wave, 2 waves\n"
            "  wave 1     [##############################################] full\n"
            "  wave 2     [#.............................................] 1 of 92 CTAs, 1 % full\n");
}

TEST(WavePicture, OneTileIsOneWaveThatIsNotFull) {
  EXPECT_EQ(picture_of(1),
            "1 tiles of 128x128, 2 on each of 46 SMs (limited by registers): 92 CTAs a wave, 1 wave\n"
            "  wave 1     [#.............................................] 1 of 92 CTAs, 1 % full\n");
}

}  // namespace
}  // namespace tilewright::report
