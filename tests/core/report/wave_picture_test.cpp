#include "core/report/wave_picture.hpp"

#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

const gemm::TileConfig kTile{.bm = 128, .bn = 128, .bk = 32, .num_warps = 8, .num_stages = 2};

std::string picture_of(const gemm::GemmShape& shape, const gemm::TileConfig& tile) {
  const gemm::GpuSpec& gpu = gemm::find_gpu("rtx3070");
  return wave_picture(gemm::predict(shape, tile, gpu), tile, gpu);
}

std::string picture_of(std::int64_t tiles) { return picture_of({.m = 128 * tiles, .n = 128, .k = 4096}, kTile); }

TEST(WavePicture, ReferencePickFillsTheLastWaveByAnEighth) {
  const gemm::TileConfig pick{.bm = 256, .bn = 128, .bk = 32, .num_warps = 8, .num_stages = 2};
  EXPECT_EQ(picture_of({.m = 4096, .n = 4096, .k = 4096}, pick),
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
            "1 tile of 128x128, 2 on each of 46 SMs (limited by registers): 92 CTAs a wave, 1 wave\n"
            "  wave 1     [#.............................................] 1 of 92 CTAs, 1 % full\n");
}

TEST(WavePicture, SaysHowTilesAreShared) {
  gemm::Prediction prediction{.waves = gemm::waves(10, 40, 92), .occupancy = {.ctas_per_sm = 2}};
  const gemm::GpuSpec& gpu = gemm::find_gpu("rtx3070");
  EXPECT_EQ(
      wave_picture(prediction, kTile, gpu),
      "10 tiles of 128x128 in 4 parts each, 2 on each of 46 SMs (limited by shared memory): 92 CTAs a wave, 1 wave\n"
      "  wave 1     [####################..........................] 40 of 92 CTAs, 43 % full\n");
  prediction.waves = gemm::waves(72, 92, 92);
  EXPECT_EQ(wave_picture(prediction, kTile, gpu),
            "72 tiles of 128x128 shared by 92 CTAs, 2 on each of 46 SMs (limited by shared memory): 92 CTAs a wave, 1 "
            "wave\n"
            "  wave 1     [##############################################] full\n");
}

}  // namespace
}  // namespace tilewright::report
